/** Copy keys name the failures of the bot check (shell §5 Captcha). */
export type BotCheckProblem = 'captcha' | 'captchaNotReady' | 'captchaNetwork'

/** Without a token, the request was not sent. */
export class BotCheckError extends Error {
  readonly problem: BotCheckProblem

  constructor(problem: BotCheckProblem, options: ErrorOptions = {}) {
    super(`The bot check has no answer: ${problem}.`, options)
    this.name = 'BotCheckError'
    this.problem = problem
  }
}

export interface BotChecker {
  /** It rejects on network failure, and may be called again. */
  prepare(): Promise<void>
  isReady(): boolean
  answer(): Promise<string>
}
