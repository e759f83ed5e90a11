-- A name is not asked of subscribers. The letter goes only to those who confirmed their address; whoever subscribed
-- before this was asked of nobody counts as not confirmed. The key opens and ends the subscription.
alter table subscribers drop constraint subscribers_name_check;
alter table subscribers
  add constraint subscribers_name_check check (char_length(name) <= 100),
  add column confirmed_at timestamptz,
  add column key uuid not null default gen_random_uuid() unique;
