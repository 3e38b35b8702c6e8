import * as z from 'zod/mini'
import { balanceAccounts, repeatedAccount } from '../../exports/journal.rules.ts'
import { hasFormat } from '../member-number.rules.ts'
import { bonusesTopic } from './bonuses.settings.ts'
import { cardsTopic } from './cards.settings.ts'
import { defaultsOf, type SettingTopic, schemaOf, type ValueOf } from './define-setting.ts'
import { exportsTopic } from './exports.settings.ts'
import { joiningTopic } from './joining.settings.ts'
import { messagesTopic } from './messages.settings.ts'
import { operationsTopic, staffTopic } from './operations.settings.ts'
import { pagesTopic } from './pages.settings.ts'
import { passesTopic } from './passes.settings.ts'
import { programTopic } from './program.settings.ts'
import { reservationsTopic } from './reservations.settings.ts'
import { rewardsTopic } from './rewards.settings.ts'
import { settlementTopic } from './settlement.settings.ts'
import { velocityTopic } from './velocity.settings.ts'

/* Every field exists for every partner; folders hold differences only. Code asks through `partner-questions.ts`. */

export const settingTopics: readonly SettingTopic[] = [
  programTopic,
  joiningTopic,
  cardsTopic,
  rewardsTopic,
  velocityTopic,
  bonusesTopic,
  settlementTopic,
  exportsTopic,
  reservationsTopic,
  passesTopic,
  messagesTopic,
  pagesTopic,
  operationsTopic,
  staffTopic,
]

export const settingTree = {
  ...programTopic.settings,
  ...joiningTopic.settings,
  ...cardsTopic.settings,
  ...rewardsTopic.settings,
  ...velocityTopic.settings,
  ...bonusesTopic.settings,
  ...settlementTopic.settings,
  ...exportsTopic.settings,
  ...reservationsTopic.settings,
  ...passesTopic.settings,
  ...messagesTopic.settings,
  ...pagesTopic.settings,
  ...operationsTopic.settings,
  ...staffTopic.settings,
}

export interface PartnerSettings extends ValueOf<typeof settingTree> {}

/** Settings without a default must be in a partner's folder (shell §3.2, §9). */
export const defaultSettings = defaultsOf(settingTree) as Omit<
  PartnerSettings,
  'name' | 'programName' | 'customerSupport'
>

const textsGuests = ({ reservations: { guests } }: Pick<PartnerSettings, 'reservations'>) =>
  guests === 'phone' || guests === 'both'

export const partnerSettingsSchema = schemaOf(settingTree).check(
  ...balanceAccounts.map(name =>
    z.refine<PartnerSettings>(s => repeatedAccount(s.generalLedger) !== name, {
      path: ['generalLedger', name],
      message:
        'must not be the code of another account: the journal could not be compared with the liability',
    }),
  ),
  z.refine(s => s.enrollmentType === 'none' || s.currencyType !== null, {
    path: ['currencyType'],
    message: 'must be set where people can join: they earn something',
  }),
  z.refine(s => s.homePage !== 'discover' || s.hasDiscoverPage, {
    path: ['homePage'],
    message: 'cannot be "discover" while hasDiscoverPage is false',
  }),
  z.refine(s => s.minimumAppVersion === null || s.appStoreLinks !== null, {
    path: ['minimumAppVersion'],
    message: 'needs appStoreLinks: an app that is too old is sent to its store',
  }),
  z.refine(s => !s.ssoAnnouncement || s.enrollmentType === 'sso', {
    path: ['ssoAnnouncement'],
    message: 'needs enrollmentType "sso"',
  }),
  z.refine(s => s.settlement.via !== 'http' || s.settlement.endpoint !== null, {
    path: ['settlement', 'endpoint'],
    message: 'must be set where settlement is by HTTP',
  }),
  z.refine(s => !textsGuests(s) || s.textSender !== null || s.customerSupport.shortCode !== null, {
    path: ['reservations', 'guests'],
    message: 'cannot be "phone" or "both" without a sender of texts (textSender)',
  }),
  z.refine(s => s.reviews.form === 'own' || s.reviews.externalUrl !== null, {
    path: ['reviews', 'externalUrl'],
    message: 'must be set where reviews.form is "external"',
  }),
  z.refine(s => !s.memberNumber || hasFormat(s.memberNumber.format, s.memberNumber.example), {
    path: ['memberNumber', 'example'],
    message: 'does not have the format beside it',
  }),
)
