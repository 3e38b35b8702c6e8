/**
 * Whether the server drew all of a page. React writes a part that failed or was not there yet as an empty place, with
 * this sign, and leaves it to the browser: whoever asked would be told that all is well. Text that looks like the sign
 * is escaped in markup.
 */
export function isDrawnWhole(markup: string): boolean {
  return !markup.includes('<!--$!-->')
}
