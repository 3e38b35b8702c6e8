import type { Partner } from '../partner/partner.ts'
import { themeColors } from '../partner/theme-colors.ts'
import { escapeHtml } from '../shared/escape-html.ts'

/** Plain text. */
export interface MailWords {
  readonly subject: string
  /** Preview text after the subject. */
  readonly preview: string
  readonly title: string
  readonly paragraphs: readonly string[]
  /** `url` is absolute. */
  readonly action?: { readonly text: string; readonly url: string }
  readonly footer: string
  readonly unsubscribe?: { readonly text: string; readonly url: string }
}

export interface MailBodies {
  readonly text: string
  readonly html: string
}

/** HTML and its plain text. Tables and inline styles: mail programs know no other. */
export function mailBodies(partner: Pick<Partner, 'settings' | 'theme'>, words: MailWords): MailBodies {
  return { text: textBody(partner, words), html: htmlBody(partner, words) }
}

function textBody({ settings }: Pick<Partner, 'settings'>, words: MailWords): string {
  const { title, paragraphs, action, footer, unsubscribe } = words
  return [
    settings.programName,
    '',
    title,
    ...paragraphs.flatMap(paragraph => ['', paragraph]),
    ...(action ? ['', `${action.text}: ${action.url}`] : []),
    '',
    '--',
    footer,
    ...(unsubscribe ? [`${unsubscribe.text}: ${unsubscribe.url}`] : []),
    '',
  ].join('\n')
}

function htmlBody({ settings, theme }: Pick<Partner, 'settings' | 'theme'>, words: MailWords): string {
  const { title, paragraphs, action, footer, preview, subject, unsubscribe } = words
  const color = themeColors(theme)
  const { radiusCard, radiusControl } = theme.shape
  const face = `'${theme.display.family}',Arial,Helvetica,sans-serif`
  const lines = paragraphs.map(
    paragraph =>
      `<p style="margin:0 0 16px;font:16px/1.5 Arial,Helvetica,sans-serif">${escapeHtml(paragraph)}</p>`,
  )
  const button = action
    ? `<p style="margin:24px 0 8px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:14px 24px;` +
      `background:${color.action};color:${color['on-action']};border-radius:${radiusControl}px;` +
      `font:bold 16px/1.2 Arial,Helvetica,sans-serif;text-decoration:none">${escapeHtml(action.text)}</a></p>`
    : ''
  return [
    `<!doctype html><html lang="en-US"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="${theme.scheme}">`,
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:0;background:${color.page};color:${color.ink}">`,
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">`,
    `<tr><td style="padding:20px 28px;background:${color.header};color:${color['on-header']};`,
    `border-radius:${radiusCard}px ${radiusCard}px 0 0;font:bold 18px/1.2 ${face}">`,
    `${escapeHtml(settings.programName)}</td></tr>`,
    `<tr><td style="padding:28px;background:${color.surface};border-radius:0 0 ${radiusCard}px ${radiusCard}px">`,
    `<h1 style="margin:0 0 16px;font:${theme.display.weight} 26px/1.25 ${face}">${escapeHtml(title)}</h1>`,
    ...lines,
    button,
    `</td></tr><tr><td style="padding:16px 28px;color:${color['ink-soft']};font:13px/1.5 Arial,Helvetica,sans-serif">`,
    escapeHtml(footer),
    unsubscribe
      ? `<br><a href="${escapeHtml(unsubscribe.url)}" style="color:${color['ink-soft']}">${escapeHtml(unsubscribe.text)}</a>`
      : '',
    `</td></tr></table></td></tr></table></body></html>`,
  ].join('')
}
