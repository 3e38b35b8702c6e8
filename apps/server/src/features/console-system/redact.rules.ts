/** Mail addresses and phone numbers, as mail servers repeat them in their errors. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'()]+@[^\s<>"'()]+/g, '[address]').replace(/\+?\d[\d ().-]{8,}\d/g, '[number]')
}
