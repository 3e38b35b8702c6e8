import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useParams,
  useRouteError,
  useSearchParams,
} from 'react-router'
import { appOf } from '../../app-context.ts'
import { SurveyForm, surveyProblems } from '../../features/surveys/survey-form.tsx'
import { sendAnswers, surveyQuery } from '../../features/surveys/surveys.queries.ts'
import { ApiError } from '../../lib/api/api-client.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { type FormResult, rejectForm } from '../../ui/form/form-result.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './survey-form.module.css'

type Outcome = FormResult | { readonly responseId: string }

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  try {
    await app.queryClient.ensureQueryData(surveyQuery(app, args.params.surveyId ?? ''))
    return null
  } catch (error) {
    const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
    throw isUnknown ? data(null, { status: 404 }) : error
  }
}

export async function action(args: ActionFunctionArgs): Promise<Outcome | Response> {
  const app = appOf(args)
  const form = await args.request.formData()
  const address = new URL(args.request.url)
  const survey = await app.queryClient.ensureQueryData(surveyQuery(app, args.params.surveyId ?? ''))
  const problems = surveyProblems(app, survey, form)
  if (Object.keys(problems).length > 0) return rejectForm(form, { fieldErrors: problems })
  try {
    const answered = await sendAnswers(app, survey, form, address)
    // In a survey bar the thanks replace the form; alone, redirect to their page.
    return address.searchParams.has('embedId') ? answered : redirect('/surveys/success')
  } catch {
    return rejectForm(form, { formErrors: [app.copy['survey.error.title']] })
  }
}

/** The product's own survey, in a frame or, without script, alone. */
export function Component() {
  const app = useApp()
  const copy = useCopy()
  const { data: survey } = useQuery(surveyQuery(app, useParams().surveyId ?? ''))
  const outcome = useActionData() as Outcome | undefined
  const responseId = outcome && 'responseId' in outcome ? outcome.responseId : null
  const embedId = useSearchParams()[0].get('embedId')
  useMessagesToParent(embedId, responseId)
  if (!survey) return null
  return (
    <div className={styles.page}>
      <PageHead title={survey.text} index={false} />
      <h1 className={embedId === null || responseId ? styles.title : 'visually-hidden'}>
        {responseId ? copy('survey.success.title') : survey.text}
      </h1>
      {responseId ? (
        <Notice kind="done" role="status">
          <p>{copy('survey.success.text')}</p>
        </Notice>
      ) : (
        <SurveyForm survey={survey} />
      )}
    </div>
  )
}

/** Post the messages of Typeform's forms to the parent page, which has the same origin (integrations: Survey). */
function useMessagesToParent(embedId: string | null, responseId: string | null): void {
  useEffect(() => {
    if (embedId === null || parent === window) return
    const message = responseId
      ? { type: 'form-submit', embedId, responseId }
      : { type: 'form-ready', embedId }
    parent.postMessage(message, location.origin)
  }, [embedId, responseId])
}

/** The survey is unknown, or not available now (shell §8 Survey error). */
export function ErrorBoundary() {
  const copy = useCopy()
  const error = useRouteError() as { readonly status?: number } | null
  return (
    <div className={styles.page}>
      <PageHead title={copy('survey.error.documentTitle')} index={false} />
      <h1 className={styles.title}>{copy('survey.error.title')}</h1>
      <p>{copy(error?.status === 404 ? 'survey.unknown' : 'survey.error.text')}</p>
    </div>
  )
}
