/* Correct title-cased names ("Mcdonald'S"); leave intended capitals and ambiguous words alone. */

export function tidyName(text: string): string {
  const words = tidySpaces(repairMojibake(text)).split(' ')
  const cased = words.map((word, index) => tidyWord(word, words[index - 1], words[index + 1]))
  return lowerOrdinals(cased.join(' ')).replace(/(?:\s+[.,-])+$/, '')
}

/** Single spaces, none at the ends or inside brackets; no control characters. */
export function tidySpaces(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/' S\b/g, "'s")
    .replace(/([^\s(/])\(/g, '$1 (')
    .replace(/\(\s+/g, '(')
    .replace(/\s+([),])/g, '$1')
    .replace(/\s*\/\s*/g, '/')
    .replace(/#\s+(?=\d)/g, '#')
    .trim()
}

/** UTF-8 that was read as Latin-1: "CafÃ©" to "Café". */
export function repairMojibake(text: string): string {
  const isLatin1 = [...text].every(letter => letter <= '\u00ff')
  if (!isLatin1 || !/[\u00c2-\u00f4][\u0080-\u00bf]/.test(text)) return text
  try {
    const bytes = Uint8Array.from(text, letter => letter.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}

/** "66Th Street" becomes "66th Street", "188 Th St" "188th St", and "72St" (72 Street) "72nd St". */
export function lowerOrdinals(text: string): string {
  return text
    .replace(/\b(\d+) ?(Nd|Rd|Th)\b/g, (_, number, ending) => number + ending.toLowerCase())
    .replace(/\b(\d+)St\b/g, (_, number) =>
      ordinal(Number(number)).endsWith('st') ? `${number}st` : `${ordinal(Number(number))} St`,
    )
}

/** It gives 1st, 2nd, 3rd, 4th, 11th, 21st. */
export function ordinal(number: number): string {
  const teens = number % 100 >= 11 && number % 100 <= 13
  const ending = teens ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[number % 10] ?? 'th')
  return `${number}${ending}`
}

/** A word between spaces may be several: "Kfc/Taco", "(Ups)", "Diwan-E-Khaas". Only title-cased parts are touched. */
function tidyWord(word: string, previous: string | undefined, next: string | undefined): string {
  if (isSmallWord(word, previous, next)) return word.toLowerCase()
  return word.replace(/[\p{L}\p{N}']+/gu, (part, position: number) => {
    const numeral = previous !== undefined && position === 0 && romanNumerals.has(part)
    return numeral || isInitials(part) ? part.toUpperCase() : tidyPart(part)
  })
}

/** Inside a name only. "On" and "In" may be names ("Jian On"), except before "The" or a number. */
function isSmallWord(word: string, previous: string | undefined, next: string | undefined): boolean {
  if (previous === undefined || next === undefined || /[/:!.&-]$/.test(previous) || next === '&') return false
  return smallWords.has(word) || (/^(On|In)$/.test(word) && /^(The|A|An|\d.*)$/.test(next))
}

/** "Wendy'S" to "Wendy's", "Int'L" to "Int'l", "Mcdonald" to "McDonald". "O'Hanlon" and "L'Aile" stay. */
function tidyPart(part: string): string {
  return part
    .replace(/'(S|T|D|M|L|Ll|Re|Ve)$/, ending => ending.toLowerCase())
    .replace(/^Mc(\p{Ll})(?=\p{Ll}{2})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`)
}

/** Initials have no vowel: "Dj", "Bbq", "Kfc", except abbreviations of words. */
function isInitials(part: string): boolean {
  const [letters = ''] = part.split("'")
  return (
    spelledOut.has(part) ||
    (/^[BCDFGHJKLMNPQRSTVWXZ][bcdfghjklmnpqrstvwxz]{1,4}$/.test(part) && !abbreviations.has(letters))
  )
}

const smallWords = new Set(['And', 'Of', 'The', 'At', 'For', 'By', 'Or', 'To', 'A', 'An', 'With'])
const romanNumerals = new Set(['Ii', 'Iii', 'Iv', 'Vi', 'Vii', 'Viii', 'Ix'])
const abbreviations = new Set(
  'Mr Mrs Ms Dr St Sts Jr Sr Ft Mt Pt Ltd Pl Rd Fl Ln Bldg Blvd Pkwy Hts Ctr Nd Th Nth Sq Mc Hwy Pkg Rm Shh Hmm Mmm Psst Pvt Brgr Tbsp Bx Pk Pw Pkw Svc Rst Rstr'.split(
    ' ',
  ),
)
/** These initials have a vowel. */
const spelledOut = new Set(
  'Ihop Ups Ubs Ibm Nyu Nyc Nyac Cuny Usa Us Ua Vip Vfw Ymca Ywca Moma Bam Amc Amf Abc Nba Dkny Tcby Nysb Aka Ny Ifh'.split(
    ' ',
  ),
)
