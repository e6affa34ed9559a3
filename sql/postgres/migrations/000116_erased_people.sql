-- Deleting a person deletes all that the person signs in with. What was done as a member stays,
-- and no longer leads to anybody.
alter table members alter column person_id drop not null;
-- small: one row for each member
alter table members add constraint members_are_people
  check (person_id is not null or removed_at is not null);
-- small: one row for each member
create index members_by_removal on members (removed_at)
  where removed_at is not null and person_id is not null;
alter table members
  drop constraint members_person_id_fkey,
  add constraint members_person_id_fkey foreign key (person_id) references people
    on delete set null not valid;

alter table invitations
  drop constraint invitations_accepted_by_fkey,
  add constraint invitations_accepted_by_fkey foreign key (accepted_by) references people
    on delete set null not valid,
  drop constraint invitations_accepted,
  add constraint invitations_accepted check (
    accepted_at is not null and withdrawn_at is null
    or accepted_at is null and accepted_by is null) not valid;

alter table sign_ins
  drop constraint sign_ins_person_id_fkey,
  add constraint sign_ins_person_id_fkey foreign key (person_id) references people
    on delete cascade not valid;
alter table passkeys
  drop constraint passkeys_person_id_fkey,
  add constraint passkeys_person_id_fkey foreign key (person_id) references people
    on delete cascade not valid;
alter table recovery_codes
  drop constraint recovery_codes_person_id_fkey,
  add constraint recovery_codes_person_id_fkey foreign key (person_id) references people
    on delete cascade not valid;
alter table known_devices
  drop constraint known_devices_person_id_fkey,
  add constraint known_devices_person_id_fkey foreign key (person_id) references people
    on delete cascade not valid;
alter table company_identities
  drop constraint company_identities_person_id_fkey,
  add constraint company_identities_person_id_fkey foreign key (person_id) references people
    on delete cascade not valid;
