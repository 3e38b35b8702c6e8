/** Something on both sides of one @, and no blanks: enough to tell an address from a sentence. */
const basic = /^[^\s@]+@[^\s@]+$/
/** What mail programs take without asking: letters, digits and a few signs, and a domain with a dot in it. */
const strict =
  /^[a-z0-9](?:[a-z0-9._%+-]{0,62}[a-z0-9])?@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/i

/** Whether a text is shown as a link that opens a mail (shell §2.5): it passes the basic and the stricter pattern. */
export function looksLikeMail(text: string): boolean {
  return text.length <= 254 && basic.test(text) && strict.test(text)
}
