-- The club's own pictures, each in place of one of the site's drawings.
create table club_pictures (
  place text primary key check (place in ('slide-1', 'slide-2', 'slide-3', 'service-1', 'service-2', 'service-3',
    'service-4', 'service-5', 'service-6', 'service-7', 'service-8', 'service-9', 'service-10', 'sign-in', 'sign-up',
    'profile')),
  image_id uuid not null references images (id),
  -- paper that a photograph is printed on; null for a photograph as it is
  paper text check (paper in ('clay', 'pool', 'blush', 'bone', 'volt', 'ink')),
  alt_text text not null default '' check (char_length(alt_text) <= 300)
);
create index on club_pictures (image_id);
create trigger picture_goes_with_it after delete on club_pictures for each row execute function delete_unused_picture();
create trigger former_picture_goes after update of image_id on club_pictures for each row
  when (old.image_id <> new.image_id) execute function delete_unused_picture();
