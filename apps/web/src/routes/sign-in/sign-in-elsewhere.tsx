import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { appOf } from '../../app-context.ts'

/** `/login` of a partner whose sign-in has another letter case (shell §2.1): the way back comes along. */
export function loader(args: LoaderFunctionArgs) {
  return redirect((signInPath(appOf(args).partner) ?? '/') + new URL(args.request.url).search)
}

export function Component() {
  return null
}
