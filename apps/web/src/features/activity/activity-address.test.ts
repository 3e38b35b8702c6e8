import { describe, expect, test } from 'vitest'
import { activityAddress, activityFileAddress, readActivity } from './activity-address.ts'

const read = (text: string) => readActivity(new URLSearchParams(text))

describe('address of the activity list', () => {
  test.each([
    ['', 1],
    ['pageNo=3', 3],
    ['pageNo=0', 1],
    ['pageNo=-2', 1],
    ['pageNo=1.5', 1],
    ['pageNo=x', 1],
    ['pageNo=1000000', 1_000_000],
    ['pageNo=99999999999', 1_000_000_000],
  ])('%s -> page %i (account §9: the first is 1)', (query, page) => {
    expect(read(query).pageNo).toBe(page)
  })

  test('a form with empty fields -> no filter', () => {
    expect(read('from=&to=&status=&cardId=&merchantName=%20')).toEqual({
      pageNo: 1,
      filters: {},
      showsFilters: false,
    })
  })

  test('a state of the form, with several statuses -> each is a filter', () => {
    expect(read('status=Awarded%2CDeferred').filters).toEqual({ status: ['Awarded', 'Deferred'] })
  })

  test('filters -> kept in the next address, as they are', () => {
    const query = 'from=2026-03-01&to=soon&cardId=c&merchantName=Casa+%26+Co&status=Paid&status=Awarded'
    const { filters } = read(query)
    expect(activityAddress({ filters, pageNo: 2 })).toBe(`/account/recent_activity?${query}&pageNo=2`)
    expect(activityFileAddress(filters)).toBe(`/api/Member/Transactions.csv?${query}`)
    expect(activityAddress({})).toBe('/account/recent_activity')
  })
})
