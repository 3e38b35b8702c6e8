import type { Partner } from '@dineward/core/partner/partner.ts'
import { themeColors } from '@dineward/core/partner/theme/theme-colors.ts'
import { escapeHtml } from '@dineward/core/shared/text/escape-html.ts'

const text = escapeHtml

/** The partner's own sign-in. */
export function signInPage(partner: Partner, entered: { userName: string; failed: boolean }): string {
  const { name, programName, memberNumber } = partner.settings
  const label = memberNumber ? `Email or ${memberNumber.label}` : 'Email'
  const problem = '<p class="error" role="alert">These do not match an account. Check both and try again.</p>'
  return page(
    partner,
    `Sign in to ${name}`,
    `<form method="post">
<h1>Sign in to ${text(name)}</h1>
<p>You continue to ${text(programName)} afterwards. This demo accepts the demo accounts and their password.</p>
${entered.failed ? problem : ''}
<label>${text(label)} <input name="userName" value="${text(entered.userName)}" autocomplete="username" autocapitalize="none" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button type="submit">Sign in</button>
<button type="submit" name="cancel" value="1" formnovalidate class="quiet">Cancel</button>
</form>`,
  )
}

/** Neither Apple's nor Google's look: it cannot be taken for theirs. */
export function standInPage(name: string, entered: { userName: string; failed: boolean }): string {
  const problem = '<p role="alert">These do not match an account. Check both and try again.</p>'
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stand-in for ${text(name)}</title>
<style>
* { box-sizing: border-box; margin: 0 }
body { background: #eef0f2; color: #1b1f24; font: 16px/1.5 Arial, Helvetica, sans-serif }
main { max-inline-size: 440px; margin: 56px auto; padding: 0 16px }
form { display: grid; gap: 20px; padding: 32px; background: #fff; border: 1px solid #c9ced4; border-radius: 8px }
label { display: grid; gap: 6px; font-weight: bold }
input, button { padding: 12px; border: 1px solid #6b737c; border-radius: 6px; font: inherit }
</style>
</head>
<body>
<main>
<form method="post">
<h1>Stand-in for ${text(name)}</h1>
<p>This page is the demo’s. It accepts the demo accounts and their password.</p>
${entered.failed ? problem : ''}
<label>Email <input name="userName" value="${text(entered.userName)}" autocomplete="username" autocapitalize="none" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button type="submit">Sign in</button>
<button type="submit" name="cancel" value="1" formnovalidate>Cancel</button>
</form>
</main>
</body>
</html>
`
}

/** `form` is the library's, without buttons. */
export function signOutPage(partner: Partner, form: string): string {
  const { name, programName } = partner.settings
  return page(
    partner,
    `Sign out of ${name}`,
    `<div class="panel">
<h1>Sign out of ${text(name)} too?</h1>
<p>You have left ${text(programName)}. Your ${text(name)} sign-in is still open in this browser.</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button type="submit" form="op.logoutForm" class="quiet">Stay signed in</button>
</div>`,
  )
}

/** In the partner's colors. */
function page({ theme, logo }: Partner, title: string, main: string): string {
  const color = themeColors(theme)
  const { radiusCard, radiusControl } = theme.shape
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<style>
:root { color-scheme: ${theme.scheme} }
* { box-sizing: border-box; margin: 0 }
body { background: ${color.page}; color: ${color.ink}; font: 16px/1.5 Arial, Helvetica, sans-serif }
header { padding: 18px 24px; background: ${color.header}; color: ${color['on-header']} }
header svg { display: block; block-size: 32px; inline-size: auto }
main { max-inline-size: 440px; margin: 56px auto; padding: 0 16px }
form:not([id]), .panel { display: grid; gap: 20px; padding: 32px; background: ${color.surface}; border: 1px solid ${color.line}; border-radius: ${radiusCard}px }
h1 { font-size: 26px; line-height: 1.25 }
p { color: ${color['ink-soft']} }
label { display: grid; gap: 6px; font-weight: bold }
input { padding: 12px; border: 1px solid ${color['line-strong']}; border-radius: ${radiusControl}px; background: ${color.surface}; color: inherit; font: inherit }
button { padding: 14px; border: 0; border-radius: ${radiusControl}px; background: ${color.action}; color: ${color['on-action']}; font: bold 16px/1.2 Arial, Helvetica, sans-serif; cursor: pointer }
button.quiet { background: none; color: inherit; font-weight: normal; text-decoration: underline }
:focus-visible { outline: 3px solid ${color.focus}; outline-offset: 2px }
.error { padding: 12px 16px; border-inline-start: 4px solid ${color.danger}; background: ${color['danger-soft']}; color: ${color['on-danger-soft']} }
</style>
</head>
<body>
<header>${logo.svg}</header>
<main>
${main}
</main>
</body>
</html>
`
}
