/** Of the form that deletes the account, and takes that back. */
export const leavePath = '/account/delete_account'
