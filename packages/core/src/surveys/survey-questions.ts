import * as z from 'zod/mini'

/** These are the questions of a self-hosted survey, in order. */
const id = z.string().check(z.regex(/^[A-Za-z][\w-]{0,39}$/, 'must be letters, digits, _ and -'))
const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(300))
const required = z._default(z.boolean(), false)

export const surveyQuestionSchema = z.discriminatedUnion('kind', [
  /** The answer is one to five. `low` and `high` label the ends. */
  z.object({
    id,
    text: words,
    kind: z.literal('scale'),
    required,
    low: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
    high: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
  }),
  z.object({
    id,
    text: words,
    kind: z.literal('choice'),
    required,
    options: z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(120)))
      .check(z.minLength(2), z.maxLength(12)),
  }),
  z.object({ id, text: words, kind: z.literal('text'), required }),
])
export type SurveyQuestion = z.infer<typeof surveyQuestionSchema>

export const surveyScale = [1, 2, 3, 4, 5] as const
export const maxQuestions = 20
export const maxAnswerLength = 1_000

export const surveyQuestionsSchema = z
  .array(surveyQuestionSchema)
  .check(z.maxLength(maxQuestions))
  .check(
    z.refine(questions => new Set(questions.map(question => question.id)).size === questions.length, {
      message: 'names two questions alike',
    }),
  )

/** A survey without questions of its own asks these. */
export const defaultQuestions: readonly SurveyQuestion[] = [
  {
    id: 'satisfaction',
    kind: 'scale',
    text: 'How happy are you with the program so far?',
    required: true,
    low: 'Not happy',
    high: 'Very happy',
  },
  {
    id: 'better',
    kind: 'choice',
    text: 'What would make it better?',
    required: false,
    options: ['More restaurants near me', 'Higher rewards', 'Faster rewards', 'A simpler website'],
  },
  { id: 'comment', kind: 'text', text: 'Is there anything else you would like to tell us?', required: false },
]
