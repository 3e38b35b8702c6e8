import { describe, expect, test } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { bookingFailureOf, sendUntilHeard } from './booking-failure.ts'

const refused = (status: number, code: string) => new ApiError(status, { code })

describe('what went wrong', () => {
  test.each([
    [400, 'reservation_overlap', 'overlap'],
    [400, 'reservation_user_fraud', 'userFraud'],
    [400, 'reservation_limit_reached', 'limit'],
    [400, 'slot_unavailable', 'slotGone'],
    [400, 'lease_expired', 'leaseExpired'],
    [401, 'unauthorized', 'signedOut'],
    [400, 'reservation_failed', 'general'],
    [429, 'rate_limited', 'general'],
    [0, 'unavailable', 'unheard'],
    [503, 'unavailable', 'unheard'],
    [500, 'internal', 'unheard'],
  ])('%i %s is %s', (status, code, failure) => {
    expect(bookingFailureOf(refused(status, code))).toBe(failure)
  })

  test('of which nothing is known is told in general', () => {
    expect(bookingFailureOf(new TypeError('x'))).toBe('general')
  })
})

describe('what must arrive once', () => {
  const pause = async () => {}

  test('is sent again while no answer comes, and says so each time', async () => {
    const answers = [refused(0, 'unavailable'), refused(503, 'unavailable'), 'booked']
    let again = 0
    const send = async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer
    }
    expect(await sendUntilHeard({ send, pause, onAgain: () => again++ })).toBe('booked')
    expect(again).toBe(2)
  })

  test('is given up after three times', async () => {
    let sent = 0
    const send = async () => {
      sent++
      throw refused(0, 'unavailable')
    }
    await expect(sendUntilHeard({ send, pause, onAgain() {} })).rejects.toMatchObject({ status: 0 })
    expect(sent).toBe(3)
  })

  test('is not sent again once it was refused', async () => {
    let sent = 0
    const send = async () => {
      sent++
      throw refused(400, 'reservation_overlap')
    }
    await expect(sendUntilHeard({ send, pause, onAgain() {} })).rejects.toMatchObject({
      code: 'reservation_overlap',
    })
    expect(sent).toBe(1)
  })
})
