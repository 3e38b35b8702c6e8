import styles from './icon.module.css'

/** On a 24 px grid, with 2 px lines and round ends. */
const paths = {
  alert: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.01',
  arrow: 'M4 12h15M13 6l6 6-6 6',
  bag: 'M5 8h14l1 12.5H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5',
  calendar: 'M4 6.5h16V20H4zM4 10.5h16M8 3.5v5M16 3.5v5',
  card: 'M2.5 5.5h19v13h-19zM2.5 10h19M6 15h4',
  check: 'm4 12.5 5.2 5.2L20 7',
  'chevron-down': 'm5 9 7 7 7-7',
  'chevron-left': 'm15 5-7 7 7 7',
  'chevron-right': 'm9 5 7 7-7 7',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5V12l3.2 2.2',
  close: 'M5 5l14 14M19 5 5 19',
  external: 'M13.5 4H20v6.5M20 4l-9 9M18 14.5V20H4V6h5.5',
  eye: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6',
  'eye-off':
    'M4 4l16 16M9 6a10 10 0 0 1 3-.5c6.4 0 10 6.5 10 6.5a17 17 0 0 1-3.2 3.9M6.2 7.6A16 16 0 0 0 2 12s3.6 6.5 10 6.5c1.5 0 2.8-.3 4-.8',
  fork: 'M7 3v18M4 3v4.5a3 3 0 0 0 6 0V3M17 21v-7M17 14h-3c0-6 1-10 3-11z',
  gift: 'M4 12h16v8.5H4zM3 8h18v4H3zM12 8v12.5M12 8C7 8 6.5 3.5 9 3.5S12 8 12 8s.5-4.5 3-4.5S17 8 12 8',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5.5M12 7.7v.01',
  locate: 'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12M12 2v4M12 18v4M2 12h4M18 12h4',
  menu: 'M3.5 6.5h17M3.5 12h17M3.5 17.5h17',
  minus: 'M5 12h14',
  phone:
    'M5 3.5h4l1.7 4.8-2.3 1.5a13 13 0 0 0 5.8 5.8l1.5-2.3 4.8 1.7v4c0 .8-.6 1.5-1.5 1.5A16.5 16.5 0 0 1 3.5 5c0-.9.7-1.5 1.5-1.5',
  pin: 'M12 21.5s-7-6.3-7-11.5a7 7 0 0 1 14 0c0 5.2-7 11.5-7 11.5M12 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.3 15.3l5.2 5.2',
  share: 'M12 15V3M8 6.5 12 3l4 3.5M6 10.5H4V21h16V10.5h-2',
  shield: 'M12 3 4.5 6v5.5c0 4.6 3.2 8.3 7.5 9.5 4.3-1.2 7.5-4.9 7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5',
  sliders: 'M4 7h9M19 7h1M16 4.5v5M4 17h1M11 17h9M8 14.5v5',
  sparkle: 'M11 3l1.9 5.6L18.5 10.5l-5.6 1.9L11 18l-1.9-5.6-5.6-1.9 5.6-1.9zM18.5 15.5v5M16 18h5',
  trash: 'M4 6.5h16M9 6.5V4h6v2.5M6 6.5 7 20.5h10l1-14M10 10.5v6M14 10.5v6',
  user: 'M12 3.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 20.5c.6-4 3.8-6 8-6s7.4 2 8 6',
  wallet: 'M3.5 7.5h17V20h-17zM6 7.5V4h12v3.5M15 13.7h2',
} as const

export type IconName = keyof typeof paths
export const iconNames = Object.keys(paths) as IconName[]

interface IconProps {
  readonly name: IconName
  /** The accessible name of an icon without text beside it. */
  readonly label?: string
  readonly className?: string | undefined
}

export function Icon({ name, label, className = '' }: IconProps) {
  return (
    <svg
      className={className ? `${styles.icon} ${className}` : styles.icon}
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    >
      <path d={paths[name]} />
    </svg>
  )
}
