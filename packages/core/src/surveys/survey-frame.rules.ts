import { asksSurveysItself, type WithSettings } from '../partner/partner-questions.ts'

/** Where Typeform's forms live (integrations: Survey). */
export const typeformOrigin = 'https://form.typeform.com'

type SurveyPartner = WithSettings<'surveyProvider' | 'name'>

/** The one origin whose frames may stand in a page, and whose messages are heard; null where nothing is asked. */
export function surveyOrigin(
  partner: WithSettings<'surveyProvider'>,
  surveys: readonly unknown[],
  ownOrigin: string,
): string | null {
  if (surveys.length === 0) return null
  return asksSurveysItself(partner) ? ownOrigin : typeformOrigin
}

/** What the embedded form is told (shell §4 Survey bar). */
export interface SurveyVisit {
  readonly surveyId: string
  /** Marks the messages of this frame. */
  readonly embedId: string
  /** Of the page around it: scheme and host. */
  readonly origin: string
  /** Of the page around it. */
  readonly path: string
  /** Of the member, or of a visitor who is known. */
  readonly publicId: string | null
}

/**
 * The address of the embedded form. Who it is about stands behind the `#`, which browsers keep to themselves: it is in
 * no log and no Referer.
 */
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

/** A message of the embedded form, or null: anything may be posted to a page. Its origin and window are checked before. */
export function readSurveyMessage(data: unknown, embedId: string): SurveyMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const message = data as Record<string, unknown>
  if (message.embedId !== embedId) return null
  if (message.type === 'form-ready') return { type: 'form-ready' }
  if (message.type !== 'form-submit') return null
  const { responseId } = message
  return { type: 'form-submit', responseId: typeof responseId === 'string' ? responseId : null }
}
