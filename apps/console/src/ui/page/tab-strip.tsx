import { Tabs } from '@mantine/core'
import { useEffect, useRef } from 'react'
import styles from './tab-strip.module.css'

interface TabStripProps {
  readonly tabs: readonly (readonly [name: string, label: string])[]
  readonly current: string | null
  readonly label: string
}

/** Scrolls where the tabs do not fit, with the current one in the middle. */
export function TabStrip({ tabs, current, label }: TabStripProps) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>(`[data-tab="${current}"]`)
    if (!strip.current || !tab) return
    const [frame, place] = [strip.current, tab].map(part => part.getBoundingClientRect())
    strip.current.scrollLeft += place!.left + place!.width / 2 - (frame!.left + frame!.width / 2)
  }, [current])
  return (
    <Tabs.List ref={strip} className={styles.strip} aria-label={label}>
      {tabs.map(([name, words]) => (
        <Tabs.Tab key={name} value={name} className={styles.tab} data-tab={name}>
          {words}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}
