import styles from './staging.module.css'
import { StagingSection } from './staging-section.tsx'
import { stagingTexts as words } from './staging-texts.ts'

export function StagingSettings({ settings }: { readonly settings: Readonly<Record<string, unknown>> }) {
  return (
    <StagingSection id="flags" title={words.flags} text={words.flagsText}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.setting}</th>
            <th scope="col">{words.value}</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(settings).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-value={typeof value === 'boolean' ? String(value) : 'other'}>
                {JSON.stringify(value)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </StagingSection>
  )
}

/** A line reads `session.minutes`, and is not one of JSON; lists stay on one line. */
function linesOf(value: Readonly<Record<string, unknown>>, prefix = ''): [name: string, value: unknown][] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = prefix + name
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner))
      return [[path, inner] as [string, unknown]]
    return linesOf(inner as Record<string, unknown>, `${path}.`)
  })
}
