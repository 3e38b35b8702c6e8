const basic = /^[^\s@]+@[^\s@]+$/
/** It is stricter: letters, digits, a few signs, and a domain with a dot. */
const strict =
  /^[a-z0-9](?:[a-z0-9._%+-]{0,62}[a-z0-9])?@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/i

/** Such a text is shown as a mailto link (shell §2.5). */
export function looksLikeMail(text: string): boolean {
  return text.length <= 254 && basic.test(text) && strict.test(text)
}
