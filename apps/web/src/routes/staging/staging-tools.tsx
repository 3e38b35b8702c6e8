import type { postStagingClock } from '@dineward/core/staging/staging.contract.ts'
import { useQuery } from '@tanstack/react-query'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirectDocument,
  useActionData,
} from 'react-router'
import { appOf } from '../../app-context.ts'
import styles from '../../features/staging/staging.module.css'
import { stagingQuery } from '../../features/staging/staging.queries.ts'
import { StagingClock } from '../../features/staging/staging-clock.tsx'
import { StagingContent, StagingMail } from '../../features/staging/staging-content.tsx'
import { StagingIndex } from '../../features/staging/staging-section.tsx'
import { StagingSettings } from '../../features/staging/staging-settings.tsx'
import { inWords, stagingWords as words } from '../../features/staging/staging-words.ts'
import { useApp } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await app.queryClient.prefetchQuery(stagingQuery(app))
  return null
}

/** `now` comes from a button, `moment` from the field; an empty `now` is the machine's time. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData()
  const asked = form.get('now') ?? `${form.get('moment')}:00Z`
  const now = asked === '' ? null : String(asked)
  if (now !== null && Number.isNaN(Date.parse(now)))
    return data({ error: words.clockRefused }, { status: 400 })
  const request = { body: { now: now && new Date(now).toISOString() } }
  await appOf(args).api.call<typeof postStagingClock>('POST', '/api/Staging/Clock', request)
  // A document of its own: every page carries how far the clock has been moved.
  return redirectDocument('/stgtools')
}

/** Behind the pages: clock, settings, content, mail. Not in production (shell §2.1). */
export function Component() {
  const app = useApp()
  const { data: staging, refetch } = useQuery(stagingQuery(app))
  const refused = useActionData<typeof action>()
  const program = app.partner.settings.programName
  return (
    <div className={`width-content ${styles.page}`}>
      <PageHead title={words.tools} index={false} />
      <div className={styles.intro}>
        <h1>{words.tools}</h1>
        <p>{inWords(words.toolsText, { program })}</p>
        <p>
          <ButtonLink to="/stgtools/components" variant="quiet" size="small">
            {words.toComponents}
          </ButtonLink>
        </p>
        <StagingIndex
          label={words.onThisPage}
          of={[
            ['clock', words.clock],
            ['mail', words.mail],
            ['content', words.content],
            ['flags', words.flags],
          ]}
        />
      </div>
      {staging ? (
        <>
          <StagingClock now={staging.now} clockShiftMs={staging.clockShiftMs} error={refused?.error} />
          <StagingMail mails={staging.mails} />
          <StagingContent content={staging.content} />
          <StagingSettings settings={staging.settings} />
        </>
      ) : (
        <Notice kind="danger" title={words.failed}>
          <button type="button" onClick={() => void refetch()}>
            {words.tryAgain}
          </button>
        </Notice>
      )}
    </div>
  )
}
