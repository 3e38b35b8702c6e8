import { describe, expect, test } from 'vitest'
import { matchAnswer, readAnswerLines, readJsonAnswer, type SentRow } from './accrual-answer.rules.ts'
import { accrualCsv, accrualFileId, accrualJson } from './accrual-file.rules.ts'

const linesOf = (text: string) =>
  text.split('\n').map((line, index) => ({ line: index + 1, fields: line.split(',') }))

const whole =
  'answer,1,sky-000001\nrow,7,127,accepted\nrow,8,-27,rejected,unknown_member_number\ntrailer,2,100'

describe('accrual file', () => {
  const file = {
    id: accrualFileId('sky', 1),
    createdAt: '2026-03-10T18:00:00.000Z',
    currency: 'Point',
    rows: [
      {
        id: '7',
        memberNumber: '402815637',
        memberId: 'm1',
        units: 127,
        kind: 'dine_reward',
        postedOn: '2026-03-09',
      },
      {
        id: '8',
        memberNumber: 'A"1,2',
        memberId: 'm2',
        units: -27,
        kind: 'dine_adjustment',
        postedOn: '2026-03-10',
      },
    ],
  }

  test('rows -> header, a line each, trailer with control totals', () => {
    expect(accrualCsv(file)).toBe(
      'accruals,1,sky-000001,2026-03-10T18:00:00.000Z,Point\n' +
        'row,7,402815637,m1,127,dine_reward,2026-03-09\n' +
        'row,8,"A""1,2",m2,-27,dine_adjustment,2026-03-10\n' +
        'trailer,2,100\n',
    )
    expect(accrualJson(file)).toMatchObject({ fileId: 'sky-000001', totals: { rows: 2, units: 100 } })
  })
})

describe('answer', () => {
  test('whole -> its rows, with their lines', () => {
    const rows = [
      { line: 2, id: '7', units: 127, result: 'accepted', code: null },
      { line: 3, id: '8', units: -27, result: 'rejected', code: 'unknown_member_number' },
    ]
    expect(readAnswerLines(linesOf(whole))).toEqual({ answer: { fileId: 'sky-000001', rows } })
  })

  test.each([
    ['empty', '', 1, /first line/],
    ['accrual file', whole.replace('answer', 'accruals'), 1, /first line/],
    ['other version', whole.replace('answer,1', 'answer,2'), 1, /first line/],
    ['no trailer', whole.replace(/\ntrailer.*/, ''), 3, /cut off/],
    ['trailer without totals', whole.replace(',2,100', ''), 4, /totals are null/],
    ['another number of rows', whole.replace('trailer,2', 'trailer,3'), 4, /3 rows .* add up to 2/],
    ['other units', whole.replace('trailer,2,100', 'trailer,2,154'), 4, /154 units, .* and 100/],
    ['row after the trailer', `${whole}\nrow,9,1,accepted`, 5, /follow the trailer/],
    ['amount with a fraction', whole.replace('127', '127.5'), 2, /"127.5" is not a whole number/],
    ['no amount', whole.replace(',127,accepted', ''), 2, /not a whole number/],
    ['text as id', whole.replace('row,7', 'row,x7'), 2, /"x7" is not the id/],
    ['unknown result', whole.replace('accepted', 'perhaps'), 2, /neither "accepted" nor "rejected"/],
    ['rejected without a code', whole.replace(',unknown_member_number', ''), 3, /needs a code/],
    ['line of another type', whole.replace('row,8', 'total,8'), 3, /not with "total"/],
  ])('%s -> refused whole, with its line', (_case, text, line, problem) => {
    const read = readAnswerLines(linesOf(text))
    expect(read).toEqual({ problems: [{ line, problem: expect.stringMatching(problem) }] })
  })

  test('as JSON -> the same rows, and the same refusals', () => {
    const rows = [
      { id: '7', units: 127, result: 'accepted' },
      { id: '8', units: -27, result: 'rejected', code: 'unknown_member_number' },
    ]
    const json = { fileId: 'sky-000001', rows, totals: { rows: 2, units: 100 } }
    expect(readJsonAnswer(json)).toMatchObject({ answer: { fileId: 'sky-000001', rows } })
    const refused = [null, {}, { ...json, totals: { rows: 2, units: 99 } }, { ...json, rows: [{ id: 7 }] }]
    for (const value of refused) expect(readJsonAnswer(value)).toHaveProperty('problems')
  })
})

describe('answer against what was sent', () => {
  const sent = (state: SentRow['state'] = 'sent', code: string | null = null) =>
    new Map<string, SentRow>([
      ['7', { units: 127, state, code }],
      ['8', { units: -27, state: 'sent', code: null }],
    ])
  const match = (text: string, known = sent()) => {
    const read = readAnswerLines(linesOf(text))
    if (!('answer' in read)) throw new Error(read.problems[0]?.problem)
    const { confirmed, rejected, problems } = matchAnswer(read.answer, known)
    return { confirmed: confirmed.map(({ id }) => id), rejected: rejected.map(({ id }) => id), problems }
  }
  const one = (row: string, units: number) => `answer,1,sky-000001\n${row}\ntrailer,1,${units}`

  test('new -> confirmed and rejected', () => {
    expect(match(whole)).toEqual({ confirmed: ['7'], rejected: ['8'], problems: [] })
  })

  test.each([
    ['never sent', one('row,9,5,accepted', 5), sent(), /row 9 was not sent in sky-000001/],
    ['another amount', one('row,7,128,accepted', 128), sent(), /sent with 127 units, not 128/],
    ['confirmed before', one('row,7,127,rejected,late', 127), sent('confirmed'), /before: accepted/],
    ['rejected before', one('row,7,127,accepted', 127), sent('rejected', 'late'), /before: rejected as late/],
  ])('row %s -> refused with its line', (_case, text, known, problem) => {
    expect(match(text, known)).toEqual({
      confirmed: [],
      rejected: [],
      problems: [{ line: 2, problem: expect.stringMatching(problem) }],
    })
  })

  test.each([
    ['accepted', one('row,7,127,accepted', 127), sent('confirmed')],
    ['rejected', one('row,7,127,rejected,late', 127), sent('rejected', 'late')],
  ])('row that was %s before, again -> no change, no problem', (_case, text, known) => {
    expect(match(text, known)).toEqual({ confirmed: [], rejected: [], problems: [] })
  })

  test('row twice in one answer -> the second line is refused', () => {
    const twice = 'answer,1,sky-000001\nrow,7,127,accepted\nrow,7,127,accepted\ntrailer,2,254'
    expect(match(twice)).toMatchObject({
      confirmed: ['7'],
      problems: [{ line: 3, problem: 'row 7 is answered on line 2 already' }],
    })
  })
})
