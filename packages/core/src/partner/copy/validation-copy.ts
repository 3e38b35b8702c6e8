import type { ErrorCode } from '../../shared/errors.ts'

export const validationCopy = {
  'form.checkFields': 'Please check the highlighted fields and try again.',

  'validation.required': '{field label} is required',
  'validation.requiredPlain': 'This field is required.',
  'validation.maxLength': '{field label} can have at most {num} characters',
  'validation.minLength': '{field label} must have at least {num}',
  'validation.min': '{field label} must be {num} or more',
  'validation.max': '{field label} can be at most {num}',
  'validation.exactLength': '{field label} must have {num}',
  'validation.characters': '{field label} contains characters that aren’t allowed.',
  'validation.zipNotInUs': 'This ZIP code is not located in the U.S.',
  'validation.general': 'Error while checking {field label}',
  'validation.server': 'Something went wrong. Please refresh the page and try again.',
  'validation.email': 'Enter an email address such as name@example.com.',
  'validation.emailInUse': 'An account with this email already exists. Sign in instead?',
  'validation.phone': 'Invalid phone number, please check the number and try again',
  'validation.phoneUs': 'Invalid US based phone number',
  'validation.passwordWeak': 'Use 8 or more characters, with a letter and a number.',
  'validation.passwordWrong': 'This is not your password.',
  'validation.passwordMismatch': 'The two passwords are not the same.',
  'validation.passwordHasMemberNumber': 'The password must not contain your {member number label}.',
  'validation.passwordGuessable':
    'Leave out our name and yours: they are guessed first. Use 8 or more other characters.',
  'validation.passwordCommon': 'Too many people use this password. Choose another.',
  'validation.memberNumber': 'Enter your {member number label}, for example {example}.',
  'validation.memberNumberInUse': 'This {member number label} already has an account. Sign in instead?',
  'validation.terms': 'Accept the terms of use to continue.',
  'validation.recovery': 'Please enter a valid email address or partner number.',
  'validation.location': 'Enter city, state or ZIP code.',
  'validation.cardRequired': 'Please enter your credit card number.',
  'validation.cardNumber': 'Check the number. We accept {brands}.',
  'validation.cardOptIn':
    'Linking a card and authorizing activity monitoring is required to complete and earn rewards.',
  'validation.captcha': 'You must complete the reCAPTCHA to continue.',
  'validation.captchaNotReady': 'reCaptcha is not in ready state.',
  'validation.captchaNetwork': 'Too many network errors, give up on reCaptcha.',
  'validation.capsLock': 'Caps lock is on.',
  'validation.numLock': 'Num lock is on.',
} as const

/** For failed calls. The web looks here first, then in `shared/errors.ts`. */
export const errorCopy = {
  'error.unauthorized': 'Please sign in to continue.',
  'error.csrf_invalid': 'Your session has changed. Refresh the page and try again.',
  'error.not_found': 'We could not find that.',
  'error.rate_limited': 'Too many attempts. Wait a minute and try again.',
  'error.bot_check_required':
    'We need to check that you are not a robot. This happens automatically with JavaScript on. Without it, wait 15 minutes and try again, or call {support phone}.',
  'error.unavailable': 'Service is temporarily unavailable. Try again in a moment.',
  'error.internal': 'Something went wrong. Please refresh the page and try again.',
  'error.invalid_credentials': 'That email and password do not match.',
  'error.account_locked': 'Your account has been locked for {lock minutes} minutes.',
  'error.profile_changed':
    'Your profile was changed in another window or on another device. What you typed is still here: check it and save again.',
  'error.email_in_use': 'An account with this email already exists. Sign in instead?',
  'error.member_number_in_use': 'This {member number label} already has an account. Sign in instead?',
  'error.card_token_invalid': 'We could not verify this card. Please enter it again.',
  'error.card_already_linked': 'This card is already linked to a member. Each card can earn for one person.',
  'error.card_already_yours': 'This card is already linked to your account. It earns as it is.',
  'error.card_brand_not_accepted': 'We cannot link this brand of card. Try another one.',
  'error.card_limit_reached': 'You have linked {max cards} cards, which is the most one account can hold.',
  'error.card_opt_in_required':
    'Linking a card and authorizing activity monitoring is required to complete and earn rewards.',
  'error.card_number_invalid': 'Check the card number and try again.',
  'error.card_expired': 'This card has expired. Link the new one you were sent.',
} as const satisfies Partial<Record<`error.${ErrorCode}`, string>>
