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
import { changeStaff, moveClock } from '../../features/staging/staging-actions.ts'
import { StagingClock } from '../../features/staging/staging-clock.tsx'
import { StagingContent, StagingMail, StagingTexts } from '../../features/staging/staging-content.tsx'
import { StagingIndex } from '../../features/staging/staging-section.tsx'
import { StagingSettings } from '../../features/staging/staging-settings.tsx'
import { StagingStaff } from '../../features/staging/staging-staff.tsx'
import { fillText, stagingTexts as words } from '../../features/staging/staging-texts.ts'
import { useApp } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await app.queryClient.prefetchQuery(stagingQuery(app))
  return null
}

/** The fields identify the form. Redirects to a new document, since a change affects every page. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData()
  const app = appOf(args)
  const refused = form.has('staff')
    ? { staff: await changeStaff(app, form) }
    : { clock: await moveClock(app, form) }
  return Object.values(refused).some(Boolean) ? data(refused, { status: 400 }) : redirectDocument('/stgtools')
}

/** It has clock, settings, content and mail, and is not in production (shell §2.1). */
export function Component() {
  const app = useApp()
  const { data: staging, refetch } = useQuery(stagingQuery(app))
  const refused: { clock?: string | null; staff?: string | null } = useActionData<typeof action>() ?? {}
  const program = app.partner.settings.programName
  return (
    <div className={`width-content ${styles.page}`}>
      <PageHead title={words.tools} index={false} />
      <div className={styles.intro}>
        <h1>{words.tools}</h1>
        <p>{fillText(words.toolsText, { program })}</p>
        <p>
          <ButtonLink to="/stgtools/components" variant="quiet" size="small">
            {words.toComponents}
          </ButtonLink>
        </p>
        {staging ? (
          <StagingIndex
            label={words.onThisPage}
            of={[
              ['clock', words.clock],
              ['staff', words.staff],
              ['mail', words.mail],
              ['content', words.content],
              ['flags', words.flags],
            ]}
          />
        ) : null}
      </div>
      {staging ? (
        <>
          <StagingClock
            now={staging.now}
            clockShiftMs={staging.clockShiftMs}
            error={refused.clock ?? undefined}
          />
          <StagingStaff
            staff={staging.staff}
            previews={staging.settings.cmsPreview === true}
            error={refused.staff ?? null}
          />
          <StagingMail mails={staging.mails} />
          <StagingTexts texts={staging.texts} />
          <StagingContent content={staging.content} />
          <StagingSettings settings={staging.settings} />
        </>
      ) : staging === null ? (
        <StagingStaff staff={null} previews={false} error={refused.staff ?? null} />
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
