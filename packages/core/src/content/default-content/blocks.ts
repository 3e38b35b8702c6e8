import type { ContentBlock, DrawingName, TextLook } from '../content-fields.ts'

export const text = (body_text: string, look: TextLook = 'text'): ContentBlock => ({
  type: 'body_text',
  fields: { body_text, look },
})

export const steps = (body_text: string, drawings: DrawingName[]): ContentBlock => ({
  type: 'body_text',
  fields: { body_text, look: 'steps', drawings },
})

export const questions = (body_text: string): ContentBlock => text(body_text, 'questions')

export const title = (words: string): ContentBlock => ({ type: 'title', fields: { title: words } })

export const button = (words: string, url: string): ContentBlock => ({
  type: 'button',
  fields: { text: words, url },
})

export const link = (words: string, url: string): ContentBlock => ({
  type: 'standalone_link',
  fields: { text: words, url },
})
