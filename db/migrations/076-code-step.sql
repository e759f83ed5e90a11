-- Time step of the last code of the authenticator app that was used (RFC 6238). Codes of it and of earlier steps are
-- refused, so that each works once.
alter table two_factors add column last_used_step bigint check (last_used_step >= 0);
