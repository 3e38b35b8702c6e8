import type { ConsoleSetting } from '@dineward/core/console-programs/settings.contract.ts'
import { Group, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { Status } from '../../../ui/status.tsx'
import { Time } from '../../../ui/time.tsx'
import styles from './setting-list.module.css'
import { settingText } from './setting-words.ts'

export function SettingList({
  settings,
  onOpen,
}: {
  settings: readonly ConsoleSetting[]
  onOpen: (path: string) => void
}) {
  const groups = Map.groupBy(settings, ({ group }) => group)
  return (
    <Stack gap="lg">
      {[...groups].map(([group, ofGroup]) => (
        <section key={group} aria-label={group}>
          <Title order={2} mb={4}>
            {group}
          </Title>
          <ul className={styles.list}>
            {ofGroup.map(setting => (
              <li key={setting.path}>
                <UnstyledButton className={styles.row} onClick={() => onOpen(setting.path)}>
                  <span>
                    <Text component="span" fz="sm" fw={600} display="block" lh={1.3}>
                      {setting.label}
                    </Text>
                    <Text component="span" fz="xs" c="dimmed" ff="monospace" lh={1.3} className={styles.path}>
                      {setting.path}
                    </Text>
                  </span>
                  <Text component="span" fz="sm" className={styles.value}>
                    {settingText(setting, setting.value)}
                  </Text>
                  <Group gap="xs" component="span">
                    {setting.isOverridden && <Status tone="wait">Changed here</Status>}
                    {setting.changed && (
                      <Text component="span" fz="xs" c="dimmed">
                        <Time at={setting.changed.at} as="day" /> · {setting.changed.by}
                      </Text>
                    )}
                  </Group>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  )
}
