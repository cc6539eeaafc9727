"""The folder of compiled kernels: another user must not be able to put code there."""

import os
import stat
from collections.abc import Generator
from pathlib import Path

import pytest
from command_line import answered, motorpool

from motorpool.compile import cache, flat
from motorpool.errors import CacheError

IS_POSIX = hasattr(os, "getuid")
STRANGER = 12345

posix = pytest.mark.skipif(not IS_POSIX, reason="this system has no permissions of POSIX")


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path, None, None]:
    """Return the folder that MOTORPOOL_CACHE names; it does not exist yet."""
    folder = tmp_path.resolve() / "chosen"
    monkeypatch.setenv("MOTORPOOL_CACHE", str(folder))
    cache.cache_folder.cache_clear()
    yield folder
    cache.cache_folder.cache_clear()


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch):
    """Return what gives a folder to another user; the superuser gives it, any other user becomes another one."""

    def give(folder: Path) -> None:
        if os.getuid() == 0:
            os.chown(folder, STRANGER, -1)
        else:
            monkeypatch.setattr(os, "getuid", lambda: STRANGER)

    return give


def mode(folder: Path) -> int:
    return stat.S_IMODE(folder.stat().st_mode)


@posix
@pytest.mark.parametrize("mask", [0o000, 0o002, 0o022, 0o077])
def test_a_new_folder_is_closed_to_others_whatever_the_mask_says(chosen: Path, mask: int):
    before = os.umask(mask)
    try:
        folder = cache.cache_folder()
    finally:
        os.umask(before)
    assert folder == chosen / "kernels"
    assert (mode(folder), mode(chosen)) == (0o700, 0o700)


@posix
def test_a_folder_that_others_can_read_is_closed(chosen: Path):
    (chosen / "kernels").mkdir(parents=True)
    chosen.chmod(0o755)
    (chosen / "kernels").chmod(0o755)
    assert mode(cache.cache_folder()) == 0o700
    assert mode(chosen) == 0o755


@posix
@pytest.mark.parametrize("open_mode", [0o777, 0o702, 0o1777])
def test_a_folder_that_others_can_write_to_is_refused_and_nothing_of_it_runs(chosen: Path, open_mode: int):
    folder = chosen / "kernels"
    folder.mkdir(parents=True)
    folder.chmod(open_mode)
    answers = [answered("kernels"), answered("kernels", "--clear")]
    if open_mode == 0o777:  # in a process of its own, for this one may have loaded the kernels already
        answers.append(motorpool("run", "playground", "--headless", "--seconds", "0.1"))
    for done in answers:
        assert done.returncode == 2, done.stderr
        assert done.stdout == ""
        assert done.stderr.count("\n") == 1
        assert f"{folder} can be written by other users (mode {open_mode:o})" in done.stderr
        assert "delete it, or name a folder of your own with MOTORPOOL_CACHE" in done.stderr
    with pytest.raises(CacheError, match="MOTORPOOL_CACHE"):
        flat.load(flat.Program("attack", "0", lambda: "raise SystemExit", dict, "attack", [], {}))
    assert list(folder.iterdir()) == []
    assert mode(folder) == open_mode


@posix
def test_a_folder_of_another_user_is_refused(chosen: Path, stranger):
    (chosen / "kernels").mkdir(parents=True, mode=0o700)
    stranger(chosen / "kernels")
    with pytest.raises(
        CacheError, match=r"chosen/kernels belongs to another user .*whose code would run as yours; name"
    ):
        cache.cache_folder()


@posix
def test_a_link_of_another_user_s_leads_nowhere(chosen: Path, tmp_path: Path):
    """The folder is looked at where it is, not where a link says; what the link says later is not asked."""
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    chosen.symlink_to(tmp_path / "open")
    with pytest.raises(CacheError, match=r"lies in .*/open, which can be written by other users"):
        cache.cache_folder()
    (tmp_path / "open").chmod(0o700)
    assert cache.cache_folder() == tmp_path.resolve() / "open" / "kernels"


@posix
def test_a_folder_that_another_user_can_exchange_is_refused(chosen: Path, tmp_path: Path, stranger):
    chosen.mkdir()
    chosen.chmod(0o777)
    with pytest.raises(
        CacheError, match=rf"lies in {chosen}, which can be .*\(mode 777\).*; remove .*chmod go-w {chosen}\)"
    ):
        cache.cache_folder()
    chosen.chmod(0o1777)  # as /tmp: each may delete only what is his own
    assert mode(cache.cache_folder()) == 0o700
    cache.cache_folder.cache_clear()
    chosen.chmod(0o700)
    stranger(chosen)
    with pytest.raises(CacheError, match="belongs to another user"):
        cache.cache_folder()


@posix
def test_a_user_s_own_group_may_write_and_no_other(chosen: Path, monkeypatch: pytest.MonkeyPatch):
    """With the mask 002 and a group for each user, as Debian has them, all folders have the group's right to write."""
    import grp
    import pwd

    (chosen / "kernels").mkdir(parents=True)
    own = pwd.getpwuid(os.getuid())
    group = chosen.stat().st_gid
    me = pwd.struct_passwd((own.pw_name, "x", own.pw_uid, group, "", "/", "/"))
    monkeypatch.setattr(pwd, "getpwuid", lambda _: me)
    for members, name, is_own in (
        ([], me.pw_name, True),
        ([me.pw_name], me.pw_name, True),
        (["eve"], me.pw_name, False),
        ([], "staff", False),
    ):
        chosen.chmod(0o770)
        made = grp.struct_group((name, "x", group, members))
        monkeypatch.setattr(grp, "getgrgid", lambda _, made=made: made)
        cache.cache_folder.cache_clear()
        if is_own:
            assert mode(cache.cache_folder()) == 0o700
        else:
            with pytest.raises(CacheError, match="mode 770"):
                cache.cache_folder()


def test_where_there_are_no_such_permissions_the_folder_is_taken_as_it_is(
    chosen: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delattr(os, "getuid", raising=False)
    (chosen / "kernels").mkdir(parents=True)
    (chosen / "kernels").chmod(0o777)
    assert cache.cache_folder() == chosen / "kernels"
    assert cache.clear_cache() == 0
