-- An index for every foreign key: whoever removes a row that others may name makes the database look for them,
-- and the round that clears unused pictures asks so for each picture.

create index on audit_entries (actor_id) where actor_id is not null;
create index on activities (booking_id) where booking_id is not null;
create index on classes (image_id);
create index on closures (set_by);
create index on disputes (payment_id) where payment_id is not null;
create index on disputes (stray_charge_id) where stray_charge_id is not null;
create index on gallery_items (image_id);
create index on make_ups (booking_id);
create index on members (photo_id) where photo_id is not null;
create index on newsletters (author_id);
create index on payouts (recorded_by);
create index on post_clicks (user_id);
create index on posts (image_id);
create index on refunds (requested_by) where requested_by is not null;
create index on trainer_applications (decided_by) where decided_by is not null;
create index on trainer_applications (photo_id) where photo_id is not null;
create index on trainers (photo_id) where photo_id is not null;
create index on voices (image_id);

-- who joined this month
create index on members (created_at);
