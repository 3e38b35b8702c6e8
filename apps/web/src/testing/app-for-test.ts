import { emptyFrame } from '@dineward/core/content/frame-content.ts'
import { toBrowserPartner } from '@dineward/core/partner/browser-partner.ts'
import { partnerForTest } from '@dineward/core/partner/partner-for-test.ts'
import type { AppContext } from '../app-context.ts'
import { createAntiForgeryToken } from '../lib/api/anti-forgery-token.ts'
import { createQueryClient } from '../lib/api/query-client.ts'

/** It is the app context of a plain partner with some settings changed. Its API calls get no response. */
export function appForTest(settings: Record<string, unknown> = {}): AppContext {
  const partner = partnerForTest('plain', settings)
  return {
    partner: toBrowserPartner(partner, new Date('2026-03-01T12:00:00Z')),
    copy: partner.copy,
    frame: emptyFrame,
    stagingTools: false,
    preview: false,
    emulated: false,
    nativeApp: null,
    closedAnnouncement: null,
    logoUrl: '/brand/logo.svg',
    socialPictureUrl: '',
    api: {
      inBackground: work => work(),
      call: () => Promise.reject(new Error('No call was expected.')),
      token: createAntiForgeryToken(() => Promise.reject(new Error('No call was expected.'))),
    },
    queryClient: createQueryClient(),
    hasSession: () => false,
    origin: 'http://plain.example',
    clockShiftMs: 0,
    cardFrameUrl: 'http://cards.example',
  }
}
