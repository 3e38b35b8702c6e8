import { cardBrandCodes } from '@dineward/core/cards/card-entry.rules.ts'
import type { CardBrandCode } from '@dineward/core/partner/settings/cards.settings.ts'
import { escapeHtml } from '@dineward/core/shared/text/escape-html.ts'
import { type FrameTheme, themeQuery } from './theme.ts'

export interface FramePage {
  readonly partner: string
  /** The validated origin of the embedding page, the only one that gets messages. */
  readonly parent: string
  /** The brands that the partner accepts; empty: all. */
  readonly brands: readonly CardBrandCode[]
  readonly theme: FrameTheme
}

export function framePage({ parent, partner, brands, theme }: FramePage): string {
  const shown = cardBrandCodes.filter(code => brands.length === 0 || brands.includes(code))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Card details</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="/theme.css?${escapeHtml(themeQuery(theme))}">
<link rel="stylesheet" href="/card.css">
<script type="module" src="/card.js"></script>
</head>
<body data-parent="${escapeHtml(parent)}" data-partner="${escapeHtml(partner)}" data-brands="${shown.join(' ')}">
<main>
<h1 class="out-of-sight">Card details</h1>
<form id="card" novalidate autocomplete="on">
  <div class="field">
    <div class="label-row">
      <label for="number">Card number</label>
      <ul class="brands" aria-label="Accepted cards">${shown.map(brandMark).join('')}</ul>
    </div>
    <input id="number" name="number" type="text" inputmode="numeric" autocomplete="cc-number" required
      maxlength="23" placeholder="0000 0000 0000 0000" aria-describedby="number-error" spellcheck="false">
    <p class="error" id="number-error"></p>
  </div>
  <div class="field expiry">
    <label for="expiry">Expiry date</label>
    <input id="expiry" name="expiry" type="text" inputmode="numeric" autocomplete="cc-exp" required
      maxlength="7" placeholder="MM / YY" aria-describedby="expiry-error" spellcheck="false">
    <p class="error" id="expiry-error"></p>
  </div>
  <p class="note">${lock}<span>Test numbers only, such as <b>4242 4242 4242 4242</b>. Never a real card.</span></p>
  <p class="out-of-sight" id="status" role="status"></p>
</form>
<noscript><p class="error">The card form needs JavaScript to keep your number inside it.</p></noscript>
</main>
</body>
</html>
`
}

/** It is for a page that may not embed the frame, and echoes nothing of the request. */
export const refusedPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Card form not available</title></head>
<body><main><h1>Card form not available</h1><p>This address opens inside a dining program that may use it.</p></main></body>
</html>
`

const lock =
  '<svg class="lock" viewBox="0 0 16 16" aria-hidden="true"><path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3 7h10v7H3z" /></svg>'

/** The mark is inline: the page loads no images. */
function brandMark(code: CardBrandCode): string {
  const { name, drawing } = brandMarks[code]
  return `<li class="brand" data-brand="${code}"><svg viewBox="0 0 36 24" role="img" aria-label="${name}">${drawing}</svg></li>`
}

const brandMarks: Record<CardBrandCode, { name: string; drawing: string }> = {
  VISA: {
    name: 'Visa',
    drawing:
      '<rect width="36" height="24" rx="4" fill="#fff"/><path fill="#1a1f71" d="m14.9 15.7 1.4-7.4h2.1l-1.4 7.4zM13.2 8.3l-2.1 5-.3-1.2-.8-3c-.1-.6-.6-.8-1.1-.8H5.6v.2c.8.2 1.5.5 2.1.8l1.8 6.4h2.2l3.5-7.4zM25 8.5c-.4-.2-1-.4-1.8-.4-2 0-3.4 1-3.4 2.5 0 1.1 1 1.7 1.8 2.1s1.1.7 1.1 1c0 .6-.6.8-1.3.8-.9 0-1.4-.1-2.2-.5l-.3-.1-.3 1.8c.5.2 1.5.5 2.6.5 2.1 0 3.5-1 3.5-2.6 0-.9-.5-1.5-1.7-2.1-.7-.4-1.2-.6-1.2-1s.4-.7 1.2-.7c.7 0 1.2.1 1.6.3l.2.1zM30.3 8.3h-1.6c-.5 0-.9.2-1.1.7l-3 6.7h2.1l.4-1.2h2.6l.3 1.2h1.9zm-2.6 4.7 1.1-2.7.6 2.7z"/>',
  },
  MAST: {
    name: 'Mastercard',
    drawing:
      '<rect width="36" height="24" rx="4" fill="#fff"/><circle cx="14" cy="12" r="6.5" fill="#eb001b"/><circle cx="22" cy="12" r="6.5" fill="#f79e1b"/><path fill="#ff5f00" d="M18 6.9a6.5 6.5 0 0 1 0 10.2 6.5 6.5 0 0 1 0-10.2z"/>',
  },
  AMEX: {
    name: 'American Express',
    drawing:
      '<rect width="36" height="24" rx="4" fill="#016fd0"/><path fill="none" stroke="#fff" stroke-width="1.5" d="m4.5 15.5 2.7-7 2.7 7M5.5 13.3h3.5M11.7 15.5v-7l3 4.3 3-4.3v7M25 8.5h-5v7h5M20 12h4.5M26.5 8.5l5 7M31.5 8.5l-5 7"/>',
  },
  DISC: {
    name: 'Discover',
    drawing:
      '<rect width="36" height="24" rx="4" fill="#fff"/><path fill="#f47216" d="M36 13v7a4 4 0 0 1-4 4H13c10-1.5 18-5.5 23-11z"/><g fill="none" stroke="#1d1d1b" stroke-width="1.3"><path d="M4 8.6v5.3h1.3a2.65 2.65 0 0 0 0-5.3zM9.6 8.4v5.7M14.7 9.2c-1.6-.9-3 0-2.8 1 .3 1.4 2.9.8 2.9 2.4 0 1.3-1.8 1.7-3 .7M20.3 9.5c-1.7-1.6-3.9-.3-3.9 1.8s2.2 3.4 3.9 1.8"/></g><circle cx="24.5" cy="11.3" r="2.9" fill="#f47216"/>',
  },
}
