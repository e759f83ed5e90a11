-- Why a member cancelled the membership: asked once, afterwards, and optional.
alter table memberships add column leaving_reason text
  constraint memberships_leaving_reason_check check (leaving_reason in ('moved', 'time', 'price', 'offer', 'elsewhere', 'other')),
  add constraint reason_is_of_cancellation check (leaving_reason is null or cancelled_at is not null);
create index memberships_by_end on memberships (ends_at) where ends_at is not null;
