/** "1 event", "2 events", and "100 or more events" where a list is cut at `most`. */
export const counted = (count: number, noun: string, most = Number.POSITIVE_INFINITY): string =>
  `${count}${count >= most ? ' or more' : ''} ${noun}${count === 1 ? '' : 's'}`
