import { describe, expect, test } from 'vitest'
import { defaultQuestions, type SurveyQuestion, surveyQuestionsSchema } from './survey-questions.ts'
import { checkAnswers, type SurveyTerms, surveyToShow } from './surveys.rules.ts'

const now = new Date('2026-03-10T18:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()

function survey(allowed: string[] = [], disallowed: string[] = [], more: Partial<SurveyTerms> = {}) {
  return {
    id: 'one',
    cookie_timeout: 90,
    url_allow_list: allowed.map(url_allowed => ({ url_allowed })),
    url_disallow_list: disallowed.map(url_disallowed => ({ url_disallowed })),
    ...more,
  }
}

describe('a survey is', () => {
  test.each<[string, SurveyTerms, string, string | null, boolean]>([
    ['shown anywhere without lists', survey(), '/search', null, true],
    ['shown below an allowed prefix', survey(['/account']), '/account/overview', null, true],
    ['hidden outside the allow list', survey(['/account']), '/search', null, false],
    ['shown where any of the allowed matches', survey(['/join', '/search']), '/search', null, true],
    ['hidden below a disallowed prefix', survey([], ['/account']), '/account/overview', null, false],
    [
      'hidden where both match',
      survey(['/account'], ['/account/manage']),
      '/account/manage_cards',
      null,
      false,
    ],
    ['shown where only blank entries are allowed', survey(['', '  ']), '/search', null, true],
    ['not hidden by a blank disallowed entry', survey([], ['', ' ']), '/search', null, true],
    ['matched without the spaces around an entry', survey([' /search ']), '/search', null, true],
    ['not matched in the middle of a path', survey(['/overview']), '/account/overview', null, false],
    ['hidden the day after it was seen', survey(), '/', daysAgo(1), false],
    ['hidden a moment before its timeout', survey(), '/', daysAgo(89.9999), false],
    ['shown again when its timeout is over', survey(), '/', daysAgo(90), true],
    ['shown at once again with a timeout of 0', survey([], [], { cookie_timeout: 0 }), '/', daysAgo(0), true],
    ['hidden by a clock that was set back an hour', survey(), '/', daysAgo(-1 / 24), false],
    ['shown where what was stored is no time', survey(), '/', 'yesterday', true],
    ['shown where what was stored is a year ahead', survey(), '/', daysAgo(-365), true],
  ])('%s', (_case, terms, path, seen, shown) => {
    expect(surveyToShow([terms], path, () => seen, now)).toBe(shown ? terms : null)
  })

  test('the first of those that may be shown', () => {
    const [elsewhere, seen, next] = [
      survey(['/join'], [], { id: 'elsewhere' }),
      survey([], [], { id: 'seen' }),
      survey([], [], { id: 'next' }),
    ]
    const lastSeen = (id: string) => (id === 'seen' ? daysAgo(3) : null)
    expect(surveyToShow([elsewhere, seen, next], '/', lastSeen, now)).toBe(next)
  })

  test('none where there are none', () => {
    expect(surveyToShow([], '/', () => null, now)).toBeNull()
  })
})

describe('answers', () => {
  const questions: SurveyQuestion[] = [
    { id: 'ease', kind: 'scale', text: 'Easy?', required: true, low: '', high: '' },
    { id: 'next', kind: 'choice', text: 'Next?', required: false, options: ['Tables', 'Rates'] },
    { id: 'comment', kind: 'text', text: 'More?', required: false },
  ]

  test.each<[string, Record<string, string | number>, Record<string, string | number>]>([
    ['a number', { ease: 4 }, { ease: 4 }],
    ['a form’s text for a number', { ease: '4' }, { ease: 4 }],
    ['spaces around a text', { ease: 1, comment: '  Fine. ' }, { ease: 1, comment: 'Fine.' }],
    ['an empty answer', { ease: 1, comment: '   ', next: '' }, { ease: 1 }],
    ['what was never asked', { ease: 1, secret: 'x', toString: 'y' }, { ease: 1 }],
    ['a choice', { ease: 1, next: 'Rates' }, { ease: 1, next: 'Rates' }],
  ])('are cleaned: %s', (_case, given, cleaned) => {
    expect(checkAnswers(questions, given)).toEqual({ answers: cleaned, problems: [] })
  })

  test.each<[string, Record<string, string | number>, string, string]>([
    ['a required one that is missing', {}, 'ease', 'required'],
    ['a required one that is blank', { ease: ' ' }, 'ease', 'required'],
    ['a step beyond the scale', { ease: 6 }, 'ease', 'invalid'],
    ['half a step', { ease: 2.5 }, 'ease', 'invalid'],
    ['a word for a step', { ease: 'four' }, 'ease', 'invalid'],
    ['a choice that is not offered', { ease: 1, next: 'Cheese' }, 'next', 'invalid'],
    ['a text of a novel', { ease: 1, comment: 'x'.repeat(1_001) }, 'comment', 'invalid'],
  ])('are refused by question: %s', (_case, given, id, problem) => {
    expect(checkAnswers(questions, given).problems).toEqual([{ id, problem }])
  })
})

test('the usual questions are ones that an editor could have written', () => {
  expect(surveyQuestionsSchema.parse(defaultQuestions)).toEqual(defaultQuestions)
})

test('two questions of one id are refused', () => {
  const [first] = defaultQuestions
  expect(surveyQuestionsSchema.safeParse([first, first]).success).toBe(false)
})
