import { ApiError } from './api.ts'

/** It is for dialogs without a field for each error. @throws an error with the sentences of the fields */
export async function inSentences<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiError) || error.fieldErrors.length === 0) throw error
    throw new Error(error.fieldErrors.map(({ message }) => message).join(' '), { cause: error })
  }
}
