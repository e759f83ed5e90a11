-- A picture that nothing shows any more is deleted with its last use, and all processes of the club are notified, so
-- that its address stops working at once.

create function notify_removed_picture() returns trigger language plpgsql as $$
begin
  perform pg_notify('club_removed_pictures', old.id::text);
  return null;
end $$;
create trigger removal_is_notified after delete on images for each row execute function notify_removed_picture();

create function delete_unused_picture() returns trigger language plpgsql as $$
begin
  if exists (select from users where image like '%/images/' || old.image_id || '/%') then return null; end if;
  begin
    delete from images where id = old.image_id;
  exception when foreign_key_violation then
    -- shown elsewhere
    null;
  end;
  return null;
end $$;
create trigger picture_goes_with_it after delete on posts for each row execute function delete_unused_picture();
create trigger picture_goes_with_it after delete on classes for each row execute function delete_unused_picture();
create trigger picture_goes_with_it after delete on gallery_items for each row execute function delete_unused_picture();
create trigger picture_goes_with_it after delete on testimonials for each row execute function delete_unused_picture();
create trigger former_picture_goes after update of image_id on posts for each row
  when (old.image_id <> new.image_id) execute function delete_unused_picture();
create trigger former_picture_goes after update of image_id on classes for each row
  when (old.image_id <> new.image_id) execute function delete_unused_picture();
create trigger former_picture_goes after update of image_id on testimonials for each row
  when (old.image_id <> new.image_id) execute function delete_unused_picture();
