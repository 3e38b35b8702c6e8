/** Mails, text messages and why payouts came back. They are written on the server, so these words do not travel to browsers. */
export const mailCopy = {
  'mail.confirmEmail.subject': 'Confirm your email address for {program name}',
  'mail.confirmEmail.preview': 'One step to get your emails from {program name}.',
  'mail.confirmEmail.title': 'Is this your email address?',
  'mail.confirmEmail.text':
    'Someone joined {program name} with this address. If it was you, confirm it: until then we won’t email you. The link works for {days} days.',
  'mail.confirmEmail.text.ignore':
    'If it was not you, there is nothing to do. Nothing else will come, and you can join with this address yourself at any time.',
  'mail.confirmEmail.action': 'Confirm this address',
  'mail.confirmEmail.footer': 'Questions? Write to {support email} or call {support phone}.',
  'mail.welcome.subject': 'Welcome to {program name}',
  'mail.welcome.preview': 'Your next dinner can already count.',
  'mail.welcome.title': 'Your next dinner counts, {first name}',
  'mail.welcome.text.card':
    'Link the card you dine with, if you have not yet. Pay with it at any restaurant on the list, tip included, and your {currency plural} arrive by themselves.',
  'mail.welcome.text.see':
    'You see each visit in your account the same day. Usually it is final within three days.',
  'mail.welcome.action': 'Find a restaurant',
  'mail.cardReminder.subject': 'One step left: link a card',
  'mail.cardReminder.preview': 'Your dinners count from the moment a card is linked.',
  'mail.cardReminder.title': 'One step left, {first name}',
  'mail.cardReminder.text':
    'You have joined {program name}, but no card is linked yet, so dinners cannot count. It takes a minute.',
  'mail.cardReminder.text.safe':
    'We keep a token, the brand, the last four digits and the expiry date, never the number. This is the only reminder.',
  'mail.cardReminder.action': 'Link a card',
  'mail.cardExpiry.subject': 'Your card ending in {last four} expires in {month}',
  'mail.cardExpiry.preview': 'Link the new one when it arrives, so that your dinners keep counting.',
  'mail.cardExpiry.title': 'Your card expires soon, {first name}',
  'mail.cardExpiry.text':
    'Your {brand} ending in {last four} is good to the end of {month}. When the new one arrives, enter it in your account, also if its number stays the same: dinners paid with a card that is not linked cannot count.',
  'mail.cardExpiry.text.once':
    'This is the only email about this card. If you no longer use it, you can delete it there.',
  'mail.cardExpiry.action': 'See my cards',
  'mail.claim.subject': 'About your dinner at {merchant}',
  'mail.claim.preview': 'You asked about a visit that was missing. Here is the answer.',
  'mail.claim.title': 'About your dinner at {merchant}',
  'mail.claim.text': '{first name}, you asked about your dinner on {date}. This is what we found.',
  'mail.claim.action': 'See your activity',
  'mail.reservation.subject': 'Your table at {merchant}: {time}',
  'mail.reservation.preview': '{party}, confirmation code {code}.',
  'mail.reservation.title': 'Your table at {merchant}',
  'mail.reservation.text.when': '{time}, table for {party}.',
  'mail.reservation.text.where': '{merchant}, {address}.',
  'mail.reservation.text.code': 'Confirmation code: {code}.',
  'mail.reservation.text.bonus': 'This booking earns {bonus} extra after you pay with a linked card.',
  'mail.reservation.text.cancel': 'Plans change: you can cancel in your account until {deadline}.',
  'mail.reservation.text.late':
    'It is too late to cancel this one in your account. If plans change, please call the restaurant: {phone}.',
  'mail.reservation.action': 'See or cancel this booking',
  'mail.reservation.action.late': 'See this booking',
  'mail.tableOffer.subject': 'A table opened up at {merchant}: {time}',
  'mail.tableOffer.preview': 'It is yours until {until}.',
  'mail.tableOffer.title': 'A table opened up for you',
  'mail.tableOffer.text.what': '{merchant} has a table for {party} on {time}.',
  'mail.tableOffer.text.until':
    'We hold it for you for {minutes} minutes, until {until}. After that it goes to the next person who waits.',
  'mail.tableOffer.action': 'Book this table',
  'mail.reservationChange.subject': 'Changed: your table at {merchant}, {time}',
  'mail.reservationChange.title': 'Your booking is changed',
  'mail.reservationChange.text.before': 'It replaces your table for {party} on {time}.',
  'mail.reservationChange.text.bonusLost':
    'The new time is too soon for a booking bonus, so the {bonus} of the old one no longer apply.',
  'mail.reservationChange.text.calendar':
    'If the old time is in your calendar, add it again from your account to replace it.',
  'mail.reservationChange.action': 'See or change this booking',
  'mail.guestCode.subject': 'Your code for a table: {code}',
  'mail.guestCode.preview': 'Enter it to book your table.',
  'mail.guestCode.title': 'Your code',
  'mail.guestCode.text':
    'Enter {code} where you book your table. It works for {minutes} minutes. If you are not booking one, ignore this email.',
  'mail.guestBooking.footer':
    'You get this because this address was used to book a table at {program name}. Questions? Write to {support email} or call {support phone}.',
  'mail.guestBooking.text.link':
    'You can change or cancel it with the button below until {deadline}. It needs no account, so keep this email to yourself.',
  'mail.guestBooking.text.join':
    'Without an account this meal earns nothing. Members earn up to {earning level 2} here: join before you pay.',
  'mail.guestBooking.text.sameLink': 'The link in your first email still leads to this booking.',
  'mail.guestBooking.action.place': 'See the restaurant',
  'mail.cancellation.subject': 'Canceled: {merchant}, {time}',
  'mail.cancellation.preview': 'Your table for {party} was released.',
  'mail.cancellation.title': 'Your booking is canceled',
  'mail.cancellation.text.what':
    'Your table at {merchant} for {party} on {time} is given back. There is nothing more to do.',
  'mail.cancellation.text.bonus': 'The bonus of {bonus} that came with this booking is withdrawn.',
  'mail.cancellation.action': 'Find another time',
  'mail.recovery.subject': 'Set a new password for {program name}',
  'mail.recovery.preview': 'Your code is {code}. It works for {minutes} minutes.',
  'mail.recovery.title': 'Set a new password, {first name}',
  'mail.recovery.text.link':
    'Someone asked for a new password for your account. If it was you, use this button.',
  'mail.recovery.text.code':
    'Or enter this code where you asked for it: {code}. Button and code work once, for {minutes} minutes.',
  'mail.recovery.text.ignore':
    'If it was not you, there is nothing to do: your password stays as it is. Never give this code to anyone.',
  'mail.recovery.action': 'Choose a new password',
  'mail.passwordChanged.subject': 'Your password was changed',
  'mail.passwordChanged.preview': 'Other devices are signed out.',
  'mail.passwordChanged.title': 'Your password was changed',
  'mail.passwordChanged.text':
    'The password of your {program name} account was changed a moment ago. Every device but the one that changed it was signed out: sign in there with the new one.',
  'mail.passwordChanged.text.object':
    'If it was not you, set another password now. It ends the access of whoever changed it.',
  'mail.passwordChanged.action': 'It was not me',
  'mail.emailCode.subject': 'Your code for {program name}',
  'mail.emailCode.preview': 'Your code is {code}. It works for {minutes} minutes.',
  'mail.emailCode.title': 'Confirm this email address',
  'mail.emailCode.text':
    'Enter this code where you asked for it: {code}. It works once, for {minutes} minutes. After that, {program name} writes to you here.',
  'mail.emailCode.text.ignore':
    'If you did not ask for it, there is nothing to do. Never give this code to anyone.',
  'mail.emailLink.subject': 'Confirm your new email address for {program name}',
  'mail.emailLink.preview': 'One button makes this the address of your account.',
  'mail.emailLink.title': 'Use this address from now on?',
  'mail.emailLink.text':
    '{first name}, our support was asked to change the email address of your {program name} account to this one. If you asked for it, confirm it on our site. The link works for {hours} hours, and the newest one only. Until then nothing changes.',
  'mail.emailLink.text.ignore':
    'If you did not ask for it, there is nothing to do. Our support never asks you for a code or a password.',
  'mail.emailLink.action': 'Confirm this address',
  'mail.why.subject': 'Your question about {merchant}',
  'mail.why.preview': 'What we found.',
  'mail.why.title': 'Your question about {merchant}',
  'mail.why.dine': 'Hello {first name}, you dined at {merchant} on {date} and paid {amount}.',
  'mail.why.reward': 'Hello {first name}, on {date} your account got: {merchant}.',
  'mail.why.earned': 'You earned {reward}.',
  'mail.why.expected': 'You will earn about {reward}.',
  'mail.why.none': 'You earned nothing on it.',
  'mail.why.parts': 'That is {parts}.',
  'mail.why.action': 'See your rewards',
  'mail.emailInUse.subject': 'You already have an account at {program name}',
  'mail.emailInUse.preview': 'Another account asked to use this address.',
  'mail.emailInUse.title': 'This address has an account already',
  'mail.emailInUse.text':
    'Someone asked to use this address for another {program name} account. It belongs to yours, and stays there. If it was you, sign in with it.',
  'mail.emailInUse.text.ignore': 'If it was not you, there is nothing to do.',
  'mail.emailInUse.action': 'Sign in',
  'mail.emailChanged.subject': 'Your email address was changed',
  'mail.emailChanged.preview': 'Emails from {program name} go to another address now.',
  'mail.emailChanged.title': 'Your email address was changed',
  'mail.emailChanged.text':
    '{first name}, the email address of your {program name} account was changed a moment ago, with your password and a code that was emailed to the new address. Emails go there now, and every other device was signed out.',
  'mail.emailChanged.text.support':
    '{first name}, the email address of your {program name} account was changed a moment ago: our support was asked for it, and it was confirmed by a link that was emailed to the new address. Emails go there now, and every device was signed out.',
  'mail.emailChanged.text.object':
    'If it was not you, take it back: the button works once, for {days} days. Your account then has this address again, everyone is signed out, and you choose a new password.',
  'mail.emailChanged.action': 'It was not me',
  'mail.newDevice.subject': 'New sign-in to your {program name} account',
  'mail.newDevice.preview': '{device}: {time}.',
  'mail.newDevice.title': 'New sign-in to your account, {first name}',
  'mail.newDevice.text': '{device}: {time}. If it was you, there is nothing to do.',
  'mail.newDevice.text.object':
    'If it was not you, set a new password now. It signs out every device, including this one.',
  'mail.newDevice.action': 'It was not me',
  'mail.passkeyAdded.subject': 'A passkey was added to your {program name} account',
  'mail.passkeyAdded.preview': 'You can sign in with “{name}” now.',
  'mail.passkeyAdded.title': 'You have a new passkey, {first name}',
  'mail.passkeyAdded.text': 'The passkey “{name}” signs in to your account now, without a password.',
  'mail.passkeyAdded.text.object':
    'If you did not add it, remove it in your profile, sign out all other devices there, and set a new password.',
  'mail.passkeyAdded.action': 'See my passkeys',
  'mail.providerLinked.subject': '{provider} signs in to your {program name} account now',
  'mail.providerLinked.preview': 'You can sign in with {provider} now.',
  'mail.providerLinked.title': 'You linked {provider}, {first name}',
  'mail.providerLinked.text': 'Your {provider} account signs in to {program name} now, without a password.',
  'mail.providerLinked.text.object':
    'If you did not link it, unlink it in your profile, sign out all other devices there, and set a new password.',
  'mail.providerLinked.action': 'See how I sign in',
  'mail.providerUnlinked.subject': '{provider} no longer signs in to your {program name} account',
  'mail.providerUnlinked.preview': 'You unlinked {provider}.',
  'mail.providerUnlinked.title': 'You unlinked {provider}, {first name}',
  'mail.providerUnlinked.text': 'Your {provider} account no longer signs in to {program name}.',
  'mail.providerUnlinked.text.object':
    'If you did not unlink it, sign out all other devices in your profile, and set a new password.',
  'mail.vip.subject': 'You are a {program name} VIP',
  'mail.vip.preview': 'VIP through {year}, from your next visit on.',
  'mail.vip.title': 'You made VIP, {first name}',
  'mail.vip.text': 'Your visits made you a VIP of {program name}, through the end of {year}.',
  'mail.vip.rate': 'From your next visit on you earn {earning level 3}.',
  'mail.vip.action': 'See your account',
  'mail.paid.subject': '{reward} added to your {partner name} account',
  'mail.paid.preview': 'What you earned at dinner is in your account.',
  'mail.paid.title': '{reward} added, {first name}',
  'mail.paid.text':
    '{partner name} has added {reward} from your last visits to your account. Each visit shows the day it was paid.',
  'mail.paid.action': 'See your visits',
  'mail.memberNumber.subject': 'We could not deliver your {currency plural}',
  'mail.memberNumber.preview': 'Tell us your {member number label}, and they are sent again.',
  'mail.memberNumber.title': 'Which is your {member number label}, {first name}?',
  'mail.memberNumber.text.unknown':
    '{partner name} does not know the {member number label} {number}, so the {currency plural} you earned at dinner could not be added to your account.',
  'mail.memberNumber.text.missing':
    'We have no {member number label} of yours, so {partner name} could not add the {currency plural} you earned at dinner to your account.',
  'mail.memberNumber.text.next':
    'Write to {support email} or call {support phone} with the right number. Nothing is lost: once it is corrected, all of them are sent again.',
  'mail.payoutPaid.subject': '{amount} from {program name}',
  'mail.payoutPaid.preview': 'Paid to {target}.',
  'mail.payoutPaid.title': '{amount} for you, {first name}',
  'mail.payoutPaid.text.Card':
    '{amount} was credited to {target}. Your bank may take a few days to show it on your statement.',
  'mail.payoutPaid.text.Email':
    '{amount} is on its way to {target}. Look for a separate email that says how to use it.',
  'mail.payoutPaid.text.next': 'Your balance starts again. We pay it whenever it reaches {payout amount}.',
  'mail.payoutPaid.action': 'See your activity',
  'mail.payoutReturned.subject': 'We could not pay you {amount}',
  'mail.payoutReturned.preview': 'It is back in your balance.',
  'mail.payoutReturned.title': '{amount} came back',
  'mail.payoutReturned.text':
    '{first name}, we tried to pay {amount} to {target}. The payment came back, and the amount is in your balance again.',
  'mail.payoutReturned.text.next':
    'We try again on {date}, or as soon as you link another card, once your balance is {payout amount} or more.',
  'mail.payoutReturned.action': 'Go to your account',
  'mail.earned.subject': 'You earned {reward} at {restaurant}',
  'mail.earned.preview': 'Your visit on {date} counts.',
  'mail.earned.title': 'You earned {reward}, {first name}',
  'mail.earned.text':
    'You spent {amount} at {restaurant} on {date} with your card ending in {last four}, and earned {reward}.',
  'mail.earned.text.settled': 'They reach your {partner name} account within two weeks.',
  'mail.earned.text.waits': 'It waits {hold days} days, in case the restaurant refunds the bill.',
  'mail.earned.text.paidOut': 'Your balance is paid out when it reaches {payout amount}.',
  'mail.earned.action': 'See your activity',
  'mail.bonusEnding.subject': 'Your bonus ends on {date}',
  'mail.bonusEnding.preview': '{bonus}',
  'mail.bonusEnding.title': '{first name}, your bonus ends on {date}',
  'mail.bonusEnding.text': 'You registered for this bonus, and a visit by {date} can still earn it: {bonus}',
  'mail.bonusEnding.text.progress': 'So far {dines} of {required} visits count.',
  'mail.bonusEnding.action': 'Find a restaurant',
  'mail.unsubscribe': 'Unsubscribe from offers and news',
  'mail.erasure.subject': 'Your account will be deleted on {date}',
  'mail.erasure.preview': 'Until then you can change your mind.',
  'mail.erasure.title': 'Your account will be deleted on {date}',
  'mail.erasure.text.what':
    'You asked us to delete your {program name} account, {first name}. On {date} everything that names you is deleted: your details, cards, favorites, reservations and emails.',
  'mail.erasure.text.rewards':
    'Until then your account works as usual. Rewards that are not paid out by that day are given up.',
  'mail.erasure.text.cancel':
    'Changed your mind, or was it not you? Sign in before that day and keep your account. If you did not ask for this, choose a new password too.',
  'mail.erasure.action': 'Keep my account',
  'mail.erasureCanceled.subject': 'Your account stays',
  'mail.erasureCanceled.preview': 'It will not be deleted.',
  'mail.erasureCanceled.title': 'Your account stays, {first name}',
  'mail.erasureCanceled.text':
    'Your {program name} account will not be deleted. There is nothing more to do.',
  'mail.erasureCanceled.action': 'Go to your account',
  'mail.footer':
    'You get this because you joined {program name}. Questions? Write to {support email} or call {support phone}.',
  'payout.reason.account_erased': 'The account was deleted before it was paid.',
  'payout.reason.card_closed':
    'The bank says that this card is closed. The amount is back in your balance. Link another card to be paid there.',
  'payout.reason.card_not_supported':
    'This card takes no credits. The amount is back in your balance. Link a Visa or Mastercard to be paid there.',
  'payout.reason.email_undeliverable':
    'The payment could not be delivered to this email address. The amount is back in your balance. Check the address in your profile.',
  'payout.reason.refused':
    'The payment was refused. The amount is back in your balance. Questions? Call {support phone}.',
  'text.optIn':
    '{program name}: you get texts with offers now. How many varies. Message and data rates may apply. Reply HELP for help, STOP to stop.',
  'text.stop': '{program name}: you have unsubscribed and get no more texts. Reply START to get them again.',
  'text.start':
    '{program name}: you get texts with offers again. How many varies. Message and data rates may apply. Reply HELP for help, STOP to stop.',
  'text.unknown':
    '{program name}: there is no account with this phone number. Add it in your account to get texts. Reply HELP for help.',
  'text.guestCode':
    '{program name}: your code for a table is {code}. It works for {minutes} minutes. Not booking one? Ignore this text.',
  'text.guestBooked':
    '{program name}: your table for {party} at {merchant} is booked: {time}. Confirmation code {code}. See, change or cancel it: {link}',
  'text.guestChanged':
    '{program name}: your table at {merchant} is now for {party}, {time}. Confirmation code {code}. The link in our first text still works.',
  'text.guestCanceled': '{program name}: your table for {party} at {merchant}, {time}, is canceled.',
  'text.help':
    '{program name}: texts with offers for members. Questions? {support email} or {support phone}. Message and data rates may apply. Reply STOP to stop.',
} as const
