import {
  Alert,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Modal,
  Notification,
} from '@mantine/core'

/** It is a calm teal and no program's color, so that what is the program's stands out. */
const pine: MantineColorsTuple = [
  '#eaf6f4',
  '#d6e9e6',
  '#a8d3cb',
  '#77bcb0',
  '#50a999',
  '#389d8b',
  '#0f766e',
  '#0b665f',
  '#075a53',
  '#004d46',
]

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: 7,
  colors: { pine },
  autoContrast: true,
  defaultRadius: 'sm',
  fontFamily: 'system-ui, "Segoe UI", Roboto, Arial, sans-serif',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' } } },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A table in it scrolls by itself.
    Alert: Alert.extend({ styles: { body: { minWidth: 0 } } }),
    Modal: Modal.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      // On a phone titles with an address have two lines.
      styles: { title: { lineHeight: 1.4 } },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } }),
  },
})

/** Texts that pass 4.5:1 on every surface they are used on. */
export const variables: CSSVariablesResolver = ({ colors }) => {
  const texts = (shade: number) =>
    Object.fromEntries(
      ['green', 'blue', 'orange', 'red', 'gray', 'pine'].map(name => [
        `--mantine-color-${name}-light-color`,
        colors[name]![shade]!,
      ]),
    )
  return {
    variables: {},
    light: {
      ...texts(9),
      '--mantine-color-green-light-color': '#1e6b2f',
      '--mantine-color-orange-light-color': '#a3360a',
      '--mantine-color-dimmed': colors.gray![7]!,
      '--mantine-color-placeholder': colors.gray![7]!,
      '--mantine-color-error': colors.red![9]!,
      '--mantine-color-red-text': colors.red![9]!,
    },
    dark: {
      ...texts(2),
      '--mantine-color-dimmed': colors.dark![1]!,
      '--mantine-color-placeholder': colors.dark![1]!,
      '--mantine-color-error': colors.red![4]!,
    },
  }
}
