-- Shown to the person after they have proved who they are, and good for a few minutes.
alter table staff_authenticators add column pending_until timestamptz;

-- Of a password that a command printed: until then it lets its person choose another one, and does nothing else.
alter table staff add column printed_password_until timestamptz;
