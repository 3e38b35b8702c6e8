import { asksSurveysItself, type WithSettings } from '../partner/partner-questions.ts'

/** Where Typeform's forms live (integrations: Survey). */
export const typeformOrigin = 'https://form.typeform.com'

type SurveyPartner = WithSettings<'surveyProvider' | 'name'>

/** The only origin whose survey frames and messages are accepted; null without surveys. */
export function surveyOrigin(
  partner: WithSettings<'surveyProvider'>,
  surveys: readonly unknown[],
  ownOrigin: string,
): string | null {
  if (surveys.length === 0) return null
  return asksSurveysItself(partner) ? ownOrigin : typeformOrigin
}

/** It is passed to the embedded form (shell §4 Survey bar). */
export interface SurveyVisit {
  readonly surveyId: string
  readonly embedId: string
  /** It has the scheme and host of the page around it. */
  readonly origin: string
  readonly path: string
  readonly publicId: string | null
}

/** Personal values follow the `#`, which browsers do not send: they are in no log and no Referer. */
export function surveyFrameAddress(partner: SurveyPartner, visit: SurveyVisit): string {
  const { surveyId, embedId, origin, path, publicId } = visit
  const tracking = { utm_campaign: surveyId, utm_medium: 'web', utm_source: path }
  const about = new URLSearchParams({
    ...(publicId ? { public_id: publicId } : {}),
    partner_code: partner.settings.name,
  })
  if (!asksSurveysItself(partner)) {
    const query = new URLSearchParams({
      'typeform-embed': 'embed-widget',
      'typeform-embed-id': embedId,
      'typeform-source': origin.replace(/^https?:\/\//, ''),
      ...tracking,
    })
    return `${typeformOrigin}/to/${encodeURIComponent(surveyId)}?${query}#${about}`
  }
  const query = new URLSearchParams({ embedId, ...tracking })
  return `${origin}/surveys/form/${encodeURIComponent(surveyId)}?${query}#${about}`
}

export type SurveyMessage =
  | { readonly type: 'form-ready' }
  | { readonly type: 'form-submit'; readonly responseId: string | null }

/** @returns null for other messages. The caller checks origin and window. */
export function readSurveyMessage(data: unknown, embedId: string): SurveyMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const message = data as Record<string, unknown>
  if (message.embedId !== embedId) return null
  if (message.type === 'form-ready') return { type: 'form-ready' }
  if (message.type !== 'form-submit') return null
  const { responseId } = message
  return { type: 'form-submit', responseId: typeof responseId === 'string' ? responseId : null }
}
