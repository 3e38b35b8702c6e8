import { AppError } from '@dineward/core/shared/errors.ts'
import { describe, expect, test } from 'vitest'
import { toAppError } from './errors.ts'

const failure = (details: object, message = 'it failed') => Object.assign(new Error(message), details)

describe('what went wrong behind a call', () => {
  test.each([
    ['the database refuses connections', failure({ code: 'ECONNREFUSED' })],
    ['its machine is not there', failure({ code: 'EHOSTUNREACH' })],
    ['its machine does not answer', failure({ code: 'ETIMEDOUT' })],
    ['its name is not known for a moment', failure({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' })],
    ['its socket is not there yet', failure({ code: 'ENOENT', syscall: 'connect' })],
    ['it shuts down', failure({ code: '57P01' })],
    ['it has no connection left', failure({ code: '53300' })],
    ['its disk is full', failure({ code: '53100' })],
    ['a query ran out of its time', failure({ code: '57014' })],
    ['a standby is not in charge yet', failure({ code: '25006' })],
    ['two transactions waited for each other', failure({ code: '40P01' })],
    ['a connection broke', failure({}, 'Connection terminated unexpectedly')],
    ['no connection came free', failure({}, 'timeout exceeded when trying to connect')],
  ])('%s: unavailable, to be tried again', (_case, error) => {
    expect(toAppError(error)).toMatchObject({ code: 'unavailable', cause: error })
  })

  test.each([
    ['a file is missing', failure({ code: 'ENOENT', syscall: 'open' })],
    ['a constraint is broken', failure({ code: '23505' })],
    ['a query is wrong', failure({ code: '42601' })],
    ['no error was thrown at all', 'a text'],
  ])('%s: our own mistake', (_case, error) => {
    expect(toAppError(error).code).toBe('internal')
  })

  test('a failure that is meant for the caller stays what it is', () => {
    const refused = new AppError('forbidden')
    expect(toAppError(refused)).toBe(refused)
  })
})
