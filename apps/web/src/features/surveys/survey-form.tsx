import { checkAnswers } from '@dineward/core/surveys/surveys.rules.ts'
import { useSyncExternalStore } from 'react'
import type { AppContext } from '../../app-context.ts'
import { copyWriter, useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import type { FieldProblems } from '../../ui/form/form-data.ts'
import { FormErrors } from '../../ui/form/form-errors.tsx'
import { FormFoot, PostedForm } from '../../ui/form/form-layout.tsx'
import { usePostForm } from '../../ui/form/form-post.ts'
import { SurveyQuestionField } from './survey-question.tsx'
import { type AskedSurvey, aboutField, answersIn } from './surveys.queries.ts'

export function surveyProblems(app: AppContext, survey: AskedSurvey, form: FormData): FieldProblems {
  const copy = copyWriter(app)
  const { problems } = checkAnswers(survey.questions, answersIn(survey, form))
  return Object.fromEntries(
    problems.map(({ id, problem }) => [
      id,
      copy(problem === 'required' ? 'survey.required' : 'survey.invalid'),
    ]),
  )
}

/** Without script it posts to its page's address. */
export function SurveyForm({ survey }: { readonly survey: AskedSurvey }) {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(data => surveyProblems(app, survey, data))
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      {survey.questions.map(question => (
        <SurveyQuestionField key={question.id} question={question} form={form} />
      ))}
      <About />
      <FormFoot>
        <Button type="submit" busy={form.busy} wide>
          {copy('survey.send')}
        </Button>
      </FormFoot>
    </PostedForm>
  )
}

/** The member is in the fragment, which only script can read. */
function About() {
  const hash = useSyncExternalStore(
    () => () => {},
    () => location.hash,
    () => '',
  )
  const about = new URLSearchParams(hash.slice(1))
  return ['public_id', 'partner_code'].map(name => (
    <input key={name} type="hidden" name={aboutField(name)} value={about.get(name) ?? ''} />
  ))
}
