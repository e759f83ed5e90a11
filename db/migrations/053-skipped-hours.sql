-- The round that tells of hours which the clock skips reads the latest of them, and no other make-ups.
create index make_ups_of_skipped_hours on make_ups (created_at) where because = 'no such hour';
