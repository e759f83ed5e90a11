-- A place of a service can show another of the site's drawings instead of a picture of the club's own.
alter table club_pictures alter column image_id drop not null;
alter table club_pictures add column drawing text check (drawing ~ '^(service|poster|still)-[a-z-]{1,40}$');
alter table club_pictures add check (num_nonnulls(image_id, drawing) = 1);
