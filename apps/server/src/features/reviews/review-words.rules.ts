import { DataSet, englishRecommendedTransformers, pattern, RegExpMatcher } from 'obscenity'

/** They match whole words, in any spelling: shiitake, cocktails and a waiter named Dick are fine. */
const refused = [
  pattern`fuck`,
  pattern`|shit|`,
  pattern`|bullshit`,
  pattern`|shitty|`,
  pattern`|asshole`,
  pattern`|bitch|`,
  pattern`|cunt`,
  pattern`|whore|`,
  pattern`|slut|`,
  pattern`|wanker`,
  pattern`|motherf`,
  pattern`|nigger`,
  pattern`|nigga|`,
  pattern`|faggot|`,
  pattern`|retard|`,
  pattern`|chink|`,
]

const matcher = new RegExpMatcher({
  ...refused.reduce((words, one) => words.addPhrase(phrase => phrase.addPattern(one)), new DataSet()).build(),
  ...englishRecommendedTransformers,
})

export const hasRefusedWords = (text: string): boolean => matcher.hasMatch(text)
