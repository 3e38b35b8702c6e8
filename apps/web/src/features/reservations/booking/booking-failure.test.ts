import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../lib/api/api-client.ts'
import { bookingFailureOf, retryUntilAcknowledged } from './booking-failure.ts'

const refused = (status: number, code: string) => new ApiError(status, { code })

describe('booking failure', () => {
  test.each([
    [400, 'reservation_overlap', 'overlap'],
    [400, 'reservation_user_fraud', 'userFraud'],
    [400, 'reservation_limit_reached', 'limit'],
    [400, 'slot_unavailable', 'slotGone'],
    [400, 'lease_expired', 'leaseExpired'],
    [401, 'unauthorized', 'signedOut'],
    [400, 'reservation_failed', 'general'],
    [429, 'rate_limited', 'general'],
    [0, 'unavailable', 'unconfirmed'],
    [503, 'unavailable', 'unconfirmed'],
    [500, 'internal', 'unconfirmed'],
  ])('%i %s -> %s', (status, code, failure) => {
    expect(bookingFailureOf(refused(status, code))).toBe(failure)
  })

  test('unknown error -> general', () => {
    expect(bookingFailureOf(new TypeError('x'))).toBe('general')
  })
})

describe('retryUntilAcknowledged', () => {
  const pause = async () => {}

  test('no response: retries and reports each retry', async () => {
    const answers = [refused(0, 'unavailable'), refused(503, 'unavailable'), 'booked']
    let again = 0
    const send = async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer
    }
    expect(await retryUntilAcknowledged({ send, pause, onRetry: () => again++ })).toBe('booked')
    expect(again).toBe(2)
  })

  test('no response three times: gives up', async () => {
    let sent = 0
    const send = async () => {
      sent++
      throw refused(0, 'unavailable')
    }
    await expect(retryUntilAcknowledged({ send, pause, onRetry() {} })).rejects.toMatchObject({ status: 0 })
    expect(sent).toBe(3)
  })

  test('refused: no retry', async () => {
    let sent = 0
    const send = async () => {
      sent++
      throw refused(400, 'reservation_overlap')
    }
    await expect(retryUntilAcknowledged({ send, pause, onRetry() {} })).rejects.toMatchObject({
      code: 'reservation_overlap',
    })
    expect(sent).toBe(1)
  })
})
