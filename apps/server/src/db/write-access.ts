export interface WriteAccess {
  readonly user: string
  readonly database: string
  readonly isReadOnly: boolean
  readonly mayWrite: boolean
}

export const readOnlyAdvice =
  'The database takes no writes: it is a standby, or default_transaction_read_only is on. Set DATABASE_URL to the primary, or run: alter database … reset default_transaction_read_only'

/** Before the first migration a user needs to create tables, later to write to them. */
export const writeAccessQuery = `
  select current_user as "user", current_database() as "database",
    current_setting('transaction_read_only') = 'on' as "isReadOnly",
    case when to_regclass('members') is null
      then coalesce(has_schema_privilege(current_schema(), 'create'), false)
      else has_table_privilege('members', 'insert') end as "mayWrite"`

/** PostgreSQL's read_only_sql_transaction. */
export const isReadOnlyError = (error: unknown): boolean => Object(error).code === '25006'

/** @returns what to do, or null. */
export const missingRights = ({ user, database, mayWrite }: WriteAccess): string | null =>
  mayWrite
    ? null
    : `The user "${user}" may not write to the database "${database}". Run npm run migrate where another user owns the tables (DATABASE_OWNER_URL), else make it the owner (alter database "${database}" owner to "${user}"), or look at the user in DATABASE_URL.`
