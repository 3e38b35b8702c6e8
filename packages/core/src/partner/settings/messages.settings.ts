import * as z from 'zod/mini'
import { defineSetting, defineTopic } from './define-setting.ts'
import { count, text } from './setting-types.ts'

export const messagesTopic = defineTopic('Messages', {
  textSender: defineSetting({
    schema: z.nullable(
      z
        .string()
        .check(
          z.regex(
            /^(\+\d{8,15}|\d{5,6}|MG[0-9a-f]{32})$/,
            'must be a number such as +12125550123, a short code, or MG and 32 characters',
          ),
        ),
    ),
    default: null,
    label: 'Sender of texts',
    help: 'A number, a short code or a Twilio messaging service. Empty: the short code of customer support.',
  }),
  mailSender: defineSetting({
    schema: z.nullable(
      z.strictObject({
        name: text,
        address: z.string().check(z.regex(/^[^\s@<>"]+@[a-z0-9.-]+$/i, 'must be an email address')),
      }),
    ),
    default: null,
    label: 'Sender of emails',
    help: 'Its domain must allow the mail server. Empty: customer support, under the program’s name.',
  }),
  rewardMails: {
    earned: defineSetting({
      schema: z.enum(['everyDine', 'firstDine', 'none']),
      default: 'everyDine',
      label: 'Email about what was earned',
      help: 'To members who opted in to emails, once it is posted.',
    }),
    bonusEndsDays: defineSetting({
      schema: count,
      default: 7,
      label: 'Days before a bonus ends to email',
      help: 'To members who registered for it. 0: none.',
    }),
  },
})
