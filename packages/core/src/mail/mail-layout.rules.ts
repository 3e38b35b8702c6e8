import type { Partner } from '../partner/partner.ts'
import { themeColors } from '../partner/theme/theme-colors.ts'
import { escapeHtml } from '../shared/text/escape-html.ts'

/** They are plain text. */
export interface MailWords {
  readonly subject: string
  /** It is the preview text after the subject. */
  readonly preview: string
  readonly title: string
  readonly paragraphs: readonly string[]
  /** It stands below the paragraphs; what is in later columns than the first are numbers as a rule. */
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  /** Digits in the paragraphs that are to be found at a glance. */
  readonly code?: string
  /** `url` is absolute. */
  readonly action?: { readonly text: string; readonly url: string }
  readonly footer: string
  readonly unsubscribe?: { readonly text: string; readonly url: string }
}

export interface MailBodies {
  readonly text: string
  readonly html: string
}

/** It has HTML and its plain text. Tables and inline styles are used since mail programs know no other. */
export function mailBodies(partner: Pick<Partner, 'settings' | 'theme'>, words: MailWords): MailBodies {
  return { text: textBody(partner, words), html: htmlBody(partner, words) }
}

function textBody({ settings }: Pick<Partner, 'settings'>, words: MailWords): string {
  const { title, paragraphs, table, action, footer, unsubscribe } = words
  return [
    settings.programName,
    '',
    title,
    ...paragraphs.flatMap(paragraph => ['', paragraph]),
    ...(table ? ['', ...[table.head, ...table.rows].map(cells => cells.join(' | '))] : []),
    ...(action ? ['', `${action.text}: ${action.url}`] : []),
    '',
    '--',
    footer,
    ...(unsubscribe ? [`${unsubscribe.text}: ${unsubscribe.url}`] : []),
    '',
  ].join('\n')
}

const font = 'Arial,Helvetica,sans-serif'

function htmlBody({ settings, theme }: Pick<Partner, 'settings' | 'theme'>, words: MailWords): string {
  const { title, preview, subject } = words
  const color = themeColors(theme)
  const radius = theme.shape.radiusCard
  const face = `'${theme.display.family}',${font}`
  const border = `1px solid ${color.line}`
  const table = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"`
  return [
    `<!doctype html><html lang="en-US"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="${theme.scheme}">`,
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:0;background:${color.page};color:${color.ink}">`,
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>`,
    `${table} style="background:${color.page}"><tr><td align="center" style="padding:24px 12px">`,
    // Corners need separate borders.
    `${table} style="max-width:560px;border-collapse:separate">`,
    `<tr><td style="padding:20px 28px;background:${color.brand};color:${color['on-brand']};`,
    `border-radius:${radius}px ${radius}px 0 0;font:bold 18px/1.2 ${face}">`,
    `${escapeHtml(settings.programName)}</td></tr>`,
    `<tr><td style="padding:28px;background:${color.surface};border:${border};border-top:0;`,
    `border-radius:0 0 ${radius}px ${radius}px">`,
    `<h1 style="margin:0 0 16px;font:${theme.display.weight} 26px/1.25 ${face}">${escapeHtml(title)}</h1>`,
    ...paragraphsOf(words),
    tableOf(words, color.line),
    buttonOf(words, theme),
    `</td></tr><tr><td style="padding:16px 28px;color:${color['ink-soft']};font:13px/1.5 ${font}">`,
    footerOf(words, color['ink-soft']),
    `</td></tr></table></td></tr></table></body></html>`,
  ].join('')
}

function paragraphsOf({ paragraphs, code }: MailWords): string[] {
  const mark = `<strong style="font-size:20px;letter-spacing:2px;white-space:nowrap">`
  return paragraphs.map((paragraph, index) => {
    const isLast = index === paragraphs.length - 1
    const text = escapeHtml(paragraph)
    const shown = code ? text.replaceAll(code, `${mark}${code}</strong>`) : text
    return `<p style="margin:0 0 ${isLast ? 0 : 16}px;font:16px/1.5 ${font}">${shown}</p>`
  })
}

function tableOf({ table }: MailWords, line: string): string {
  if (!table) return ''
  const cell = (tag: 'td' | 'th') => (text: string, column: number) =>
    `<${tag} align="${column === 0 ? 'left' : 'right'}" style="padding:6px 4px;border-bottom:1px solid ${line};font:${tag === 'th' ? 'bold ' : ''}14px/1.4 ${font}">${escapeHtml(text)}</${tag}>`
  const row = (cells: readonly string[], tag: 'td' | 'th') => `<tr>${cells.map(cell(tag)).join('')}</tr>`
  return [
    `<table width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0 0;border-collapse:collapse">`,
    row(table.head, 'th'),
    ...table.rows.map(cells => row(cells, 'td')),
    '</table>',
  ].join('')
}

/** Outlook on Windows pads cells, not links: there the cell is the button, elsewhere the link is all of it. */
function buttonOf({ action }: MailWords, theme: Partner['theme']): string {
  if (!action) return ''
  const color = themeColors(theme)
  const table = `<table role="presentation" cellpadding="0" cellspacing="0"`
  const radius = `border-radius:${theme.shape.radiusControl}px`
  return (
    `${table}><tr><td style="padding:24px 0 0">${table} style="border-collapse:separate"><tr>` +
    `<td style="background:${color.action};${radius};mso-padding-alt:14px 24px">` +
    `<a href="${escapeHtml(action.url)}" style="display:inline-block;padding:14px 24px;color:${color['on-action']};` +
    `${radius};font:bold 16px/1.2 ${font};text-decoration:none">${escapeHtml(action.text)}</a>` +
    `</td></tr></table></td></tr></table>`
  )
}

function footerOf({ footer, unsubscribe }: MailWords, color: string): string {
  if (!unsubscribe) return escapeHtml(footer)
  const { url, text } = unsubscribe
  return `${escapeHtml(footer)}<br><a href="${escapeHtml(url)}" style="color:${color}">${escapeHtml(text)}</a>`
}
