profile-997 /pid == $target/ { @[ustack()] = count(); }
tick-12s { printa(@); trunc(@); exit(0); }
