import { describe, expect, test } from 'vitest'
import { partnerForTest } from '../partner/partner-for-test.ts'
import { type MailWords, mailBodies } from './mail-layout.rules.ts'

const words: MailWords = {
  subject: 'Welcome, Ada',
  preview: 'Dinner counts.',
  title: 'Your next dinner counts, Ada',
  paragraphs: ['Link a card.', 'Then dine.'],
  action: { text: 'Find a restaurant', url: 'https://dining.example/search' },
  footer: 'Because you joined.',
}
const partner = partnerForTest('plain')

describe('a mail', () => {
  test('says the same in text as it does in HTML', () => {
    const { text, html } = mailBodies(partner, words)
    for (const said of [
      words.title,
      ...words.paragraphs,
      words.action!.text,
      words.action!.url,
      words.footer,
    ]) {
      expect(text).toContain(said)
      expect(html).toContain(said)
    }
  })

  test('marks its code, which is the same text', () => {
    const { text, html } = mailBodies(partner, {
      ...words,
      code: '402815',
      paragraphs: ['Your code: 402815.'],
    })
    expect(text).toContain('Your code: 402815.')
    expect(html).toMatch(/Your code: <strong [^>]*>402815<\/strong>\./)
  })

  test('with an address to unsubscribe: in its footer', () => {
    const unsubscribe = { text: 'Unsubscribe', url: 'https://dining.example/unsubscribe?token=a&b=1' }
    const { text, html } = mailBodies(partner, { ...words, unsubscribe })
    expect(text).toContain(`Unsubscribe: ${unsubscribe.url}`)
    expect(html).toContain('href="https://dining.example/unsubscribe?token=a&amp;b=1"')
  })

  test('is in the colors of its partner', () => {
    expect(mailBodies(partner, words).html).toContain(partner.theme.colors.action)
  })

  test('has a button that Outlook pads too: its cell has the color and the padding', () => {
    const { html } = mailBodies(partner, words)
    const cell = `<td style="background:${partner.theme.colors.action};[^"]*mso-padding-alt:14px 24px">`
    expect(html).toMatch(new RegExp(`${cell}<a href="${words.action?.url}"`))
  })

  test('without anything to do has no button', () => {
    const { action: _, ...rest } = words
    const { text, html } = mailBodies(partner, rest)
    expect(html).not.toContain('href')
    expect(text).not.toContain('http')
  })

  test.each(['title', 'subject', 'preview', 'footer'] as const)('shows markup in its %s as text', field => {
    const { html } = mailBodies(partner, { ...words, [field]: '<img src=x onerror=alert(1)>"' })
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img')
  })

  test('shows markup in a name or an address as text', () => {
    const { html } = mailBodies(partner, {
      ...words,
      paragraphs: ['<script>'],
      action: { text: 'Go', url: 'https://x.example/"><script>' },
    })
    expect(html).not.toContain('<script>')
  })
})
