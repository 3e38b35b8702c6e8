import * as z from 'zod/mini'
import { budgetProblem, maximumBudgetUnits, unitsOfFriend } from '../../rewards/components/budget.rules.ts'
import { bonusDefinitionSchema } from '../bonus-definition.ts'
import { defineSetting, defineTopic } from './define-setting.ts'
import { positive, text } from './setting-types.ts'

export const bonusesTopic = defineTopic('Bonuses', {
  newMemberBonus: defineSetting({
    needsTwoPeople: true,
    schema: z.nullable(
      z.strictObject({
        /** Null means always. */
        windowHours: z.nullable(positive),
        /** An empty list means every member, however they joined. */
        enrollmentSources: z.array(text),
      }),
    ),
    default: null,
    label: 'New member bonus',
    help: 'Who counts as new: hours since joining, and how they joined.',
    effect: () => 'Decides about members who join, or dine, from now on.',
  }),
  bonuses: defineSetting({
    needsTwoPeople: true,
    schema: z.array(bonusDefinitionSchema).check(
      z.refine(list => new Set(list.map(({ code }) => code)).size === list.length, 'has a code twice'),
      z.refine(
        list => list.every(bonus => budgetProblem(bonus) === null),
        'has a bonus whose budget or cap is below a single reward, or whose cap is above its budget',
      ),
      z.refine(
        list => list.every(({ appOnly, needsRegistration }) => !appOnly || needsRegistration),
        'has a bonus with appOnly and without needsRegistration: it is registered for in the app',
      ),
    ),
    default: [],
    label: 'Bonuses',
    help: 'Edit them under Bonuses.',
    effect: () => 'Dines from now on count for it. What members have earned stays.',
  }),
  referral: defineSetting({
    needsTwoPeople: true,
    schema: z.nullable(
      z
        .strictObject({
          referrerUnits: positive,
          friendUnits: positive,
          yearlyLimit: positive,
          /** What all referrals come to at most; null is a budget without a limit. Only the server sees it. */
          budgetUnits: z.optional(z.nullable(positive.check(z.maximum(maximumBudgetUnits)))),
        })
        .check(
          z.refine(
            ({ budgetUnits, ...rewards }) => (budgetUnits ?? maximumBudgetUnits) >= unitsOfFriend(rewards),
            {
              path: ['budgetUnits'],
              message: 'does not cover the rewards of a single friend',
            },
          ),
        ),
    ),
    default: null,
    seenBy: 'browser',
    seenAs: value => value && { ...value, budgetUnits: undefined },
    label: 'Referral',
    help: 'What each earns for the friend’s first dine that earns, in the partner’s unit. Past the yearly limit of friends only the friend is rewarded. `budgetUnits` is what all of them come to at most, `null` for no limit. Empty: no referrals.',
    effect: value =>
      value
        ? 'Friends whose first dine comes from now on.'
        : 'Invitations that are out earn nothing any more.',
  }),
  hasFlexOffers: defineSetting({
    needsTwoPeople: true,
    schema: z.boolean(),
    default: false,
    seenBy: 'partnerFeatureFlags',
    label: 'Flex offers',
  }),
  acclaimed: defineSetting({
    schema: z.enum(['none', 'members', 'membersAndVips']),
    default: 'none',
    seenBy: 'browser',
    label: 'Acclaimed restaurants',
    help: 'They earn for members who opted in; some of them, where so chosen, for VIPs only.',
  }),
})
