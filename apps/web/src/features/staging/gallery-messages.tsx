import { Chip } from '../../ui/chip.tsx'
import { ErrorBox } from '../../ui/form/error-box.tsx'
import { Notice, type NoticeKind } from '../../ui/notice.tsx'
import { Pagination } from '../../ui/page/pagination.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './gallery.module.css'
import { StagingSection } from './staging-section.tsx'
import { stagingTexts as words } from './staging-texts.ts'

const chips = ['plain', 'brand', 'earn', 'warn', 'danger', 'done'] as const
const notices: readonly NoticeKind[] = ['earn', 'warn', 'danger', 'done', 'plain']

export function Messages() {
  return (
    <>
      <StagingSection id="chips" title={words.chips}>
        <div className={styles.row}>
          {chips.map(kind => (
            <Chip key={kind} kind={kind} {...(kind === 'earn' ? { icon: 'sparkle' } : {})}>
              {kind}
            </Chip>
          ))}
        </div>
      </StagingSection>
      <StagingSection id="notices" title={words.notices}>
        <div className={styles.stack}>
          {notices.map(kind => (
            <Notice key={kind} kind={kind} title={kind}>
              <p>{words.noticeText}</p>
            </Notice>
          ))}
        </div>
      </StagingSection>
      <StagingSection id="errors" title={words.errorBox}>
        <ErrorBox>
          <p>{words.fieldsError}</p>
        </ErrorBox>
      </StagingSection>
    </>
  )
}

export function Waiting() {
  return (
    <StagingSection id="waiting" title={words.waiting}>
      <div className={styles.stack}>
        <Spinner label={words.busy} />
        <Spinner label={words.busy} size="large" />
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton length="middle" />
        <Skeleton length="short" />
      </div>
    </StagingSection>
  )
}

export function Pages() {
  const hrefOf = () => '#pages'
  return (
    <StagingSection id="pages" title={words.pages}>
      <div className={styles.stack}>
        <Pagination page={1} pages={3} hrefOf={hrefOf} label={`${words.pages} 1`} />
        <Pagination page={7} pages={24} hrefOf={hrefOf} label={`${words.pages} 2`} />
        <Pagination page={24} pages={24} hrefOf={hrefOf} label={`${words.pages} 3`} />
      </div>
    </StagingSection>
  )
}
