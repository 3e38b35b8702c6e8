/**
 * Follows the links to files of styles that the document holds in part: the rules of what it shows. Each stands right
 * after its part, so that what overrides what stays as it is.
 */
export function takeWholeStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][disabled]'))
    link.disabled = false
}
